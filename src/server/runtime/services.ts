import type { LivePolicy } from '../../../access-control/live-policy.ts';
import type { Db } from '../db/tenant.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Env } from './env.ts';
import type { SecretKey } from './secrets.ts';

/** Created once, in main.ts or by a test. */
export interface Services {
  readonly db: Db;
  readonly env: Env;
  readonly key: SecretKey;
  readonly policy: LivePolicy;
  readonly outbound: Outbound;
  /** Without a trailing slash. */
  readonly publicUrl: () => string;
}
