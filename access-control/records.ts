import type { Policy } from './policy.ts';
import type { LoggedDecision } from './replay-decisions.ts';

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
  decisions(days: number): AsyncIterable<readonly LoggedDecision[]>;
  review(accountId: string, policy: Policy): Promise<readonly NamedHolder[] | null>;
}
