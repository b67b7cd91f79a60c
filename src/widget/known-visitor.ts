import type { VisitorIdentity } from '../shared/visitor-identity.ts';

export interface About {
  identity?: VisitorIdentity;
  /** As the page passed it: `boundedData` makes it `VisitData`. */
  data?: unknown;
}

interface KnownVisitor {
  about(): About;
  /** When the server has accepted it; rejects with a `code`. */
  identify(identity: Partial<VisitorIdentity>): Promise<void>;
  setContext(data: unknown): void;
  forget(): void;
}

/** `address`: of the call that checks an identity. */
export function knownVisitor(address: string): KnownVisitor {
  let identity: VisitorIdentity | undefined;
  let data: unknown;
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
    about: () => ({ identity, data }),
    identify(given) {
      const checked = check(given);
      // Pages may ignore the promise. Those that do not still get the error.
      checked.catch((error) => console.warn(error));
      return checked;
    },
    setContext(given) {
      data = typeof given === 'object' && !Array.isArray(given) ? { ...given } : undefined;
    },
    forget() {
      calls++;
      identity = data = undefined;
    },
  };
}
