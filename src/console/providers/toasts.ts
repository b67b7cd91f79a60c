export interface Toast {
  type: 'success' | 'error';
  message: string;
  detail?: string;
  /** The same key shown again replaces the notice. */
  key?: string;
}

/** What draws the toasts, once it is loaded. */
interface Toaster {
  show: (toast: Toast) => void;
  hide: (key: string) => void;
}

let toaster: Toaster | undefined;
/** Those that were to be shown before. */
let waiting: Toast[] = [];

export function setToaster(next: Toaster | undefined): void {
  toaster = next;
  if (!next) return;
  waiting.forEach(next.show);
  waiting = [];
}

export function showToast(toast: Toast): void {
  if (toaster) toaster.show(toast);
  else waiting.push(toast);
}

export const hideToast = (key: string) => toaster?.hide(key);
