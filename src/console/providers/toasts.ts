interface Toast {
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

const watchers = new Set<() => void>();

/** Calls `onChange` when a toast begins to wait. Returns a function that stops that. */
export function watchToasts(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => void watchers.delete(onChange);
}

export const isToastWaiting = (): boolean => waiting.length > 0;

export function showToast(toast: Toast): void {
  if (toaster) return toaster.show(toast);
  waiting.push(toast);
  watchers.forEach((onChange) => onChange());
}

export const hideToast = (key: string) => toaster?.hide(key);
