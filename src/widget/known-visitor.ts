import type { VisitData, VisitorIdentity } from '../shared/visitor-identity.ts';

/** The same limits as on the server, which refuses questions beyond them. */
const ENTRIES = 20;
const NAME = /^[\p{L}\p{N} _.-]{1,40}$/u;
const RESERVED = /^(?:__proto__|constructor|prototype)$/;
const TEXT = 200;

/** What is sent about the visitor with each question. */
export interface About {
  identity?: VisitorIdentity;
  data?: VisitData;
}

interface KnownVisitor {
  about(): About;
  /** Resolves when the server has accepted the identity. Rejects with an error that has a `code`. */
  identify(identity: Partial<VisitorIdentity>): Promise<void>;
  setContext(data: unknown): void;
  forget(): void;
}

/** Keeps what the page says about the visitor. `address`: of the call that checks an identity. */
export function knownVisitor(address: string): KnownVisitor {
  let identity: VisitorIdentity | undefined;
  let data: VisitData | undefined;
  let calls = 0;

  const check = async (given: Partial<VisitorIdentity>) => {
    // Cleared at once, so that no question is sent as the previous visitor during the check.
    identity = undefined;
    const call = ++calls;
    const { email, name, signature } = given ?? {};
    const next = { email: String(email ?? ''), name: String(name ?? ''), signature: signature && String(signature) };
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(next),
      credentials: 'omit',
    }).catch(() => undefined);
    if (!response?.ok) {
      const problem = (await response?.json().catch(() => undefined)) as { code: string; message: string } | undefined;
      const { code, message } = problem ?? { code: 'unreachable', message: 'sem resposta do servidor' };
      const refusal: Error & { code?: string } = new Error(`Prosa: ${message} (${code})`);
      refusal.code = code;
      throw refusal;
    }
    if (call === calls) identity = next;
  };
  return {
    about: () => ({ ...(identity && { identity }), ...(data && { data }) }),
    identify(given) {
      const checked = check(given);
      // Pages may ignore the promise. Those that do not still get the error.
      checked.catch((error) => console.warn(error));
      return checked;
    },
    setContext(given) {
      data = boundedData(given);
    },
    forget() {
      calls++;
      identity = data = undefined;
    },
  };
}

/** Returns the entries that the server accepts; undefined if there are none. */
function boundedData(given: unknown): VisitData | undefined {
  const entries = Object.create(null) as VisitData;
  let count = 0;
  const isPlain = typeof given === 'object' && given !== null && !Array.isArray(given);
  for (const name of isPlain ? Object.keys(given) : []) {
    const value = (given as Record<string, unknown>)[name];
    const isShort =
      typeof value === 'string' ? value.length <= TEXT : typeof value === 'boolean' || Number.isFinite(value);
    if (isShort && NAME.test(name) && !RESERVED.test(name) && count < ENTRIES) {
      entries[name] = value as VisitData[string];
      count++;
    } else console.warn(`Prosa: setContext ignored "${name}"`);
  }
  return count > 0 ? entries : undefined;
}
