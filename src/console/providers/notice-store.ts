import { TOAST_LIMIT, TOAST_MS, TOAST_REMOVAL_MS } from '../../shared/constants.ts';

export type NoticeType = 'success' | 'error' | 'info' | 'progress';

export interface Notice {
  id: number;
  /** The same key said twice is one notice. */
  key: string;
  type: NoticeType;
  message: string;
  detail?: string;
  /** A dismissed notice is out of sight, and leaves the page some time later. */
  isOpen: boolean;
  undo?: { label: string; run: () => void };
}
export type NoticeText = Pick<Notice, 'type' | 'message'> & Partial<Pick<Notice, 'key' | 'detail' | 'undo'>>;

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
/** When an open notice goes: the timer, when it began, and the ms that it had left then. */
const countdowns = new Map<number, { timer?: ReturnType<typeof setTimeout>; began: number; left: number }>();

function set(next: readonly Notice[]): void {
  notices = next;
  listeners.forEach((listener) => listener());
}

export const shownNotices = () => notices;
export function watchNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Shows a notice for 5 s (one of progress until it is replaced or dismissed) and gives its key. At most 2 are in
 * sight: another one dismisses the oldest.
 */
export function showNotice({ key, type, message, detail, undo }: NoticeText): string {
  const known = notices.find((notice) => notice.isOpen && notice.key === key);
  const id = known?.id ?? ++lastId;
  const notice: Notice = { id, key: key ?? `notice-${id}`, type, message, detail, undo, isOpen: true };
  if (known) set(notices.map((one) => (one.id === id ? notice : one)));
  else {
    const open = notices.filter(({ isOpen }) => isOpen);
    for (const one of open.slice(0, Math.max(0, open.length + 1 - TOAST_LIMIT))) dismissNotice(one.key);
    set([...notices, notice]);
  }
  halt(id);
  countdowns.delete(id);
  if (type !== 'progress') run(id, TOAST_MS);
  return notice.key;
}

/** Takes a notice out of sight at once and, 5 s later, out of the page. */
export function dismissNotice(key: string): void {
  const notice = notices.find((one) => one.isOpen && one.key === key);
  if (!notice) return;
  halt(notice.id);
  countdowns.delete(notice.id);
  set(notices.map((one) => (one.id === notice.id ? { ...one, isOpen: false } : one)));
  setTimeout(() => set(notices.filter(({ id }) => id !== notice.id)), TOAST_REMOVAL_MS);
}

/** While a pointer or the focus is on the notices, their time stands still. */
export function holdNotices(isHeld: boolean): void {
  for (const [id, countdown] of countdowns) {
    if (isHeld) {
      if (countdown.timer === undefined) continue;
      halt(id);
      countdown.left -= Date.now() - countdown.began;
    } else if (countdown.timer === undefined) run(id, Math.max(countdown.left, 1_000));
  }
}

function run(id: number, left: number): void {
  const timer = setTimeout(() => {
    const notice = notices.find((one) => one.id === id);
    if (notice) dismissNotice(notice.key);
  }, left);
  countdowns.set(id, { timer, began: Date.now(), left });
}

function halt(id: number): void {
  const countdown = countdowns.get(id);
  clearTimeout(countdown?.timer);
  if (countdown) countdown.timer = undefined;
}
