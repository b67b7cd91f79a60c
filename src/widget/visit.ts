/** A conversation that was had on this device: its first question and the moment of its last, in ms. */
export interface Past {
  id: string;
  title: string;
  at: number;
}

/** Who the visitor is to the server, which conversations are his, and which of them goes on. */
export interface Visit {
  /** Proves that they are his. */
  visitorToken: string;
  conversationId?: string;
  /** The latest first. */
  past: Past[];
}

export interface VisitStore {
  /** Its name in localStorage. */
  readonly key: string;
  read(): Visit | undefined;
  write(visit: Visit): void;
  forget(): void;
}

const PAST_MAX = 20;
const TITLE_MAX = 80;

/** Keeps the visit on this device when `remember`; else, and where storage is refused, as long as the page lives. */
export function visitStore(contextId: string, remember: boolean): VisitStore {
  const key = `prosa:${contextId}`;
  let kept: Visit | undefined;
  const attempt = <T>(act: () => T, otherwise: T): T => {
    try {
      return remember ? act() : otherwise;
    } catch {
      return otherwise;
    }
  };
  return {
    key,
    read: () => attempt(() => understand(localStorage.getItem(key)), kept),
    write(visit) {
      kept = visit;
      // Numbered instead of in an array: old libraries give arrays a toJSON of their own.
      const past: Record<number, Past> = {};
      for (let at = 0; at < visit.past.length; at++) past[at] = visit.past[at]!;
      // The moment makes each writing a change, so that other tabs hear of it.
      attempt(() => localStorage.setItem(key, JSON.stringify({ ...visit, past, at: Date.now() })), undefined);
    },
    forget() {
      kept = undefined;
      attempt(() => localStorage.removeItem(key), undefined);
    },
  };
}

function understand(text: string | null): Visit | undefined {
  const { visitorToken, conversationId, past } = (JSON.parse(text ?? 'null') ?? {}) as Partial<Record<string, unknown>>;
  if (!visitorToken) return undefined;
  const told: Past[] = [];
  const listed = (past ?? {}) as Record<number, Partial<Past> | undefined>;
  for (let at = 0; at < PAST_MAX; at++) {
    const { id, title, at: moment } = listed[at] ?? {};
    if (id) told.push({ id: String(id), title: String(title ?? ''), at: Number(moment) || 0 });
  }
  const visit: Visit = { visitorToken: String(visitorToken), past: told };
  return conversationId ? { ...visit, conversationId: String(conversationId) } : visit;
}

/** The visit with a conversation at its head, under way. Its title stays what it was first. */
export function visitWith(visit: Visit, id: string, title: string): Visit {
  const past: Past[] = [{ id, title: titleOf(title), at: Date.now() }];
  for (const each of visit.past) {
    if (each.id === id) past[0]!.title = each.title || past[0]!.title;
    else if (past.length < PAST_MAX) past.push(each);
  }
  return { ...visit, conversationId: id, past };
}

/** The visit without a conversation. */
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

/** 32 random bytes, base64url. */
export function newVisitorToken(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
}

/** A UUIDv4; by hand where the page is no secure context and the browser keeps its own from it. */
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
