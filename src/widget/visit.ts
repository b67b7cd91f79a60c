/** Who the visitor is to the server: a conversation and the token that proves it is his. */
export interface Visit {
  conversationId: string;
  visitorToken: string;
}

export interface VisitStore {
  /** Its name in localStorage. */
  readonly key: string;
  read(): Visit | undefined;
  write(visit: Visit): void;
  forget(): void;
}

/** Keeps the visit on this device when `remember`; where storage is refused it is kept nowhere, without a word. */
export function visitStore(contextId: string, remember: boolean): VisitStore {
  const key = `prosa:${contextId}`;
  const attempt = <T>(act: () => T): T | undefined => {
    try {
      return remember ? act() : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    key,
    read: () =>
      attempt(() => {
        const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Visit> | null;
        const { conversationId, visitorToken } = kept ?? {};
        return conversationId && visitorToken
          ? { conversationId: String(conversationId), visitorToken: String(visitorToken) }
          : undefined;
      }),
    // The moment makes each writing a change, so that other tabs hear of it.
    write: (visit) => attempt(() => localStorage.setItem(key, JSON.stringify({ ...visit, at: Date.now() }))),
    forget: () => attempt(() => localStorage.removeItem(key)),
  };
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
