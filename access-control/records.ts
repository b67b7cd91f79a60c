import type { Policy } from './policy.ts';
import type { LoggedDecision } from './replay-decisions.ts';

/** Somebody who holds rights in an account. */
export interface NamedHolder {
  kind: string;
  name: string;
  role: string;
  since: string;
  givenBy: string | null;
  lastUsedAt: string | null;
  rights: readonly { resource: string; action: string; lastUsedAt: string | null }[];
}

/** What only the server's database knows. */
export interface Records {
  /** Reads the logged decisions of the last days in batches, the latest first. */
  decisions(days: number): AsyncIterable<readonly LoggedDecision[]>;
  /** Reads who holds which right in an account; null for an unknown one. */
  review(accountId: string, policy: Policy): Promise<readonly NamedHolder[] | null>;
}
