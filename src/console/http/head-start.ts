/** An answer of the API, its body as it came over the wire. */
export interface WholeAnswer {
  status: number;
  statusText: string;
  body: string;
}

/** A call that was made before whoever asks for its answer was there. */
interface Begun {
  address: string;
  token: string;
  /** When it was made, ms since 1970. */
  at: number;
  answer: Promise<WholeAnswer>;
}

declare global {
  interface Window {
    /** What start.js has begun. */
    headStart?: Begun[];
  }
}

/** After so long, whoever asks is someone else, and wants to know how things are now. */
const FRESH_MS = 5_000;

/** The answer to the same call by the same session, when start.js has begun it a moment ago; it can be taken once. */
export function takeBegun(address: string, token: string | null): Promise<WholeAnswer> | undefined {
  const found = window.headStart?.find((one) => one.address === address && one.token === token);
  window.headStart = window.headStart?.filter((one) => one !== found);
  return found && Date.now() - found.at < FRESH_MS ? found.answer : undefined;
}

/** Something is being changed: what was asked before may no longer be so. */
export function forgetBegun(): void {
  window.headStart = undefined;
}
