import type { z } from 'zod';
import type { Principal } from '../../../access-control/policy.ts';
import type { CallsOf, InputOf, RecordOf, Resource } from '../../../resources/kit/resource.ts';
import type { AuditContext } from '../audit/write-audit.ts';
import type { Tenant, Tx } from '../db/tenant.ts';
import type { ReadResource, Source } from './source.ts';

/** Who makes a call. */
export type CallingMember = Required<AuditContext> & Principal & { userId: string; ip: string; tenant: Tenant };

/** A row that is about to be written, or has been. `before` is the row of an edit, `values` what the call writes. */
export interface RowChange<D extends Resource = Resource> {
  id: string;
  before?: RecordOf<D>;
  values: Partial<InputOf<D>>;
  /** The values of the whole row after the write. */
  after: InputOf<D> & { contextId?: string };
  by: CallingMember;
}

type Hook<D extends Resource, Result> = (tx: Tx, tenant: Tenant, change: RowChange<D>) => Promise<Result> | Result;

export interface ActionFile {
  name: string;
  bytes: Buffer;
}

export interface ServedAction<Row, Input> {
  /**
   * Does the action in one transaction, on rows that the caller may see and that fit. They are locked, unless the answer is a
   * file or a result. Returns the secret of an action with such an answer, or a function that makes the file or the result after
   * the transaction.
   */
  run: (tx: Tx, tenant: Tenant, rows: readonly [Row, ...Row[]], input: Input, by: CallingMember) => Promise<unknown>;
  operationId?: string;
  description?: string;
  fileType?: string;
  /** Of an action with such an answer. */
  result?: z.ZodObject;
  /** The most calls of an address. */
  perMinute?: number;
  /** `own`: it writes its audit entry itself. */
  record?: 'own';
  needsFreshSession?: true;
}

export interface RouteExtras {
  operationId?: string;
  tags?: string[];
  description?: string;
  /** Leaves out fields of the declaration, or refuses others. */
  body?: z.ZodObject;
  answer?: z.ZodObject;
  /** `own`: a hook writes the audit entry. */
  config?: { record?: 'own'; needsFreshSession?: boolean; rateLimit?: object };
}

/** What a resource does beyond its declaration. All may throw `ApiError`, which undoes the whole call. */
export interface Behaviour<D extends Resource = Resource> {
  /** For rows that a capability stores. Fields without a column of their name are written by `beforeWrite`. */
  source?: Source;
  /**
   * Returns further columns to store, or other values for those of the fields. Of a new row, `id` replaces the engine's, and
   * `secret` is no column: only the answer to the creation has it, if its schema in `routes` does.
   */
  beforeWrite?: Hook<D, Record<string, unknown> | undefined>;
  /** In the transaction of the write: to queue a job, or record an event. */
  afterWrite?: Hook<D, unknown>;
  /** For each row, which is locked. */
  beforeDelete?: (tx: Tx, tenant: Tenant, row: RecordOf<D>, by: CallingMember) => Promise<unknown>;
  /** `beforeDelete` writes the audit entries. */
  recordsDeletion?: true;
  /** `beforeDelete` does what a deletion means for rows that stay, such as a revocation. */
  keepsDeleted?: true;
  /** What the routes have besides the engine's. */
  routes?: Partial<Record<'list' | 'show' | 'create' | 'edit' | 'delete', RouteExtras>>;
  actions?: { [N in keyof CallsOf<D>]?: ServedAction<RecordOf<D>, CallsOf<D>[N]> };
}

/** A resource with what its routes read and do. */
export interface Served extends ReadResource {
  behaviour: Behaviour;
}

/** The hooks of one call. */
export interface WriteHooks {
  beforeWrite?: (tx: Tx, change: Omit<RowChange, 'by'>) => Promise<Record<string, unknown> | undefined>;
  afterWrite?: (tx: Tx, change: Omit<RowChange, 'by'>) => Promise<unknown>;
  beforeDelete?: (tx: Tx, row: RecordOf<Resource>) => Promise<unknown>;
  keepsDeleted?: true;
  /** After a creation. */
  secret?: unknown;
}

export function hooksOf(behaviour: Behaviour, by: CallingMember): WriteHooks {
  const { beforeWrite, afterWrite, beforeDelete, keepsDeleted } = behaviour;
  const { tenant } = by;
  return {
    keepsDeleted,
    beforeWrite: beforeWrite && (async (tx, change) => beforeWrite(tx, tenant, { ...change, by })),
    afterWrite: afterWrite && (async (tx, change) => afterWrite(tx, tenant, { ...change, by })),
    beforeDelete: beforeDelete && ((tx, row) => beforeDelete(tx, tenant, row, by)),
  };
}
