import type { Can } from '../../../access-control/can.ts';
import type { Db } from '../db/tenant.ts';
import type { Env } from './env.ts';
import type { Outbound } from '../outbound/outbound.ts';

/** What every capability is handed. Made once, in main.ts (and by the tests). */
export interface Services {
  readonly db: Db;
  readonly env: Env;
  readonly key: Uint8Array;
  readonly can: Can;
  readonly outbound: Outbound;
  /** Where people reach this server, without a slash at the end. */
  readonly publicUrl: () => string;
  /** Tells the queue that there is work, so that it need not wait for its next look. */
  readonly nudge: () => void;
}
