import { visitKey } from './forget-visit.ts';

/** Its first question; ms of its last one. */
export interface Past {
  id: string;
  title: string;
  at: number;
}

export interface Visit {
  /** Proves that the conversations belong to this visitor. */
  visitorToken: string;
  conversationId?: string;
  /** Most recent first. */
  past: Past[];
}

interface VisitStore {
  readonly key: string;
  read(): Visit | undefined;
  write(visit: Visit): void;
  forget(): void;
}

const PAST_MAX = 20;
const TITLE_MAX = 80;

/** In memory without `remember` or where storage is not available. */
export function visitStore(contextId: string, remember: boolean): VisitStore {
  const key = visitKey(contextId);
  let visitInMemory: Visit | undefined;
  const attempt = <T>(act: () => T, otherwise: T): T => {
    try {
      return remember ? act() : otherwise;
    } catch {
      return otherwise;
    }
  };
  return {
    key,
    read: () => attempt(() => understand(localStorage.getItem(key)), visitInMemory),
    write(visit) {
      visitInMemory = visit;
      // An object with numeric keys instead of an array: some old libraries add `toJSON` to arrays.
      const past: Record<number, Past> = {};
      for (let at = 0; at < visit.past.length; at++) past[at] = visit.past[at]!;
      // The time makes every write a change: otherwise other tabs would get no storage event.
      attempt(() => localStorage.setItem(key, JSON.stringify({ ...visit, past, at: Date.now() })), undefined);
    },
    forget() {
      visitInMemory = undefined;
      attempt(() => localStorage.removeItem(key), undefined);
    },
  };
}

function understand(text: string | null): Visit | undefined {
  const { visitorToken, conversationId, past } = (JSON.parse(text ?? 'null') ?? {}) as Partial<Record<string, unknown>>;
  if (!visitorToken) return undefined;
  const conversations: Past[] = [];
  const listed = (past ?? {}) as Record<number, Partial<Past> | undefined>;
  for (let at = 0; at < PAST_MAX; at++) {
    const { id, title, at: moment } = listed[at] ?? {};
    if (id) conversations.push({ id: String(id), title: String(title ?? ''), at: Number(moment) || 0 });
  }
  const visit: Visit = { visitorToken: String(visitorToken), past: conversations };
  return conversationId ? { ...visit, conversationId: String(conversationId) } : visit;
}

/** The current one is first; a known one keeps its title. */
export function visitWith(visit: Visit, id: string, title: string): Visit {
  const past: Past[] = [{ id, title: titleOf(title), at: Date.now() }];
  for (const each of visit.past) {
    if (each.id === id) past[0]!.title = each.title || past[0]!.title;
    else if (past.length < PAST_MAX) past.push(each);
  }
  return { ...visit, conversationId: id, past };
}

export function visitWithout(visit: Visit, id: string): Visit {
  const past: Past[] = [];
  for (const each of visit.past) if (each.id !== id) past.push(each);
  const { conversationId } = visit;
  return { visitorToken: visit.visitorToken, past, ...(conversationId !== id && { conversationId }) };
}

function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  return line.length > TITLE_MAX ? line.slice(0, TITLE_MAX).replace(/[\ud800-\udbff]$/, '') + '…' : line;
}

export function newVisitorToken(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
}

/** Browsers have `randomUUID` only in secure contexts. */
export function newMessageId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  let id = '';
  for (let at = 0; at < 16; at++) {
    id += (at === 4 || at === 6 || at === 8 || at === 10 ? '-' : '') + (256 + bytes[at]!).toString(16).slice(1);
  }
  return id;
}
