import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify';
import { guardedFieldsOf } from '../../../access-control/guarded-fields.ts';
import { changesOf, idOf, titleOf } from '../audit/call-entry.ts';
import { UNRECORDED } from '../audit/unrecorded.ts';
import { type AuditEvent, writeAudit } from '../audit/write-audit.ts';
import { type CallRecord, callRecord } from '../db/call-record.ts';
import { type Tx, withPlatform } from '../db/tenant.ts';
import type { Services } from '../runtime/services.ts';
import { actionOf } from './access.ts';
import type { Member } from './read-member.ts';
import { uploadedName } from './upload.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `own`: several steps; writes its audit entry in the one that makes the change. */
    record?: 'own';
  }
}

const WRITING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const EXPORT = 'export';

const auditActionOf = (request: FastifyRequest) =>
  `${request.routeOptions.config.resource}_${actionOf(request)}` as const;

/** `before`: the previous state; `result`: of the change. */
function auditEventOf(request: FastifyRequest, before: unknown, result: unknown): AuditEvent {
  const params = request.params as Record<string, string>;
  const id = params.id ?? params.contentId ?? idOf(result);
  const changes = request.method === 'DELETE' ? {} : changesOf(request.body, before);
  const guarded = guardedFieldsOf(request.routeOptions.config.resource);
  const subject = titleOf([request.body, before, result], guarded) ?? uploadedName(request) ?? null;
  return { subject, detail: { ...(id ? { id } : {}), ...changes } };
}

function exportOf(request: FastifyRequest): AuditEvent {
  const filters = [...new URL(request.url, 'http://api').searchParams.keys()].join(', ');
  return { detail: filters ? { filters } : {} };
}

/** PostgreSQL assigns an id only when something has changed. */
async function hasChanged(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string | null }>(sql`select pg_current_xact_id_if_assigned()::text as id`);
  return rows[0]?.id != null;
}

const recordOf = (request: FastifyRequest, member: Member, before: unknown): CallRecord => ({
  accountId: member.accountId,
  isWritten: false,
  async write(tx, result) {
    if (!(await hasChanged(tx))) return false;
    await writeAudit(tx, member, auditActionOf(request), auditEventOf(request, before, result));
    return true;
  },
});

/**
 * Every change and export by a signed-in user, in the first transaction that changes the account: neither exists
 * without the other, and no change leaves no entry. Changes in the platform's role write theirs themselves; a test
 * checks every operation. An export is recorded before it is sent: if that fails, the request fails.
 */
export function recordCalls(app: FastifyInstance, services: Services): void {
  const getHandlers = new Map<string, RouteHandlerMethod>();
  app.addHook('onRoute', (route: RouteOptions) => {
    const methods = [route.method].flat();
    const { handler, url, config, schema } = route;
    if (methods.includes('GET') && !config?.csvAction) getHandlers.set(url, handler);
    const isLeftOut = config?.record === 'own' || (schema?.operationId ?? '') in UNRECORDED;
    if (isLeftOut || !methods.some((method) => WRITING.has(method))) return;
    route.handler = async function (request, reply) {
      const { member } = request;
      if (!member) return handler.call(this, request, reply);
      // The previous state, read through the GET route of the same path. A failure here is ignored: the handler
      // reports it.
      const read = async () =>
        request.method === 'POST' ? undefined : getHandlers.get(url)?.call(this, request, reply);
      const before: unknown = await read().catch(() => undefined);
      return callRecord.run(recordOf(request, member, before), () => handler.call(this, request, reply));
    };
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { member } = request;
    if (!member || reply.statusCode >= 400 || actionOf(request) !== EXPORT) return;
    try {
      await withPlatform(services.db, (tx) => writeAudit(tx, member, auditActionOf(request), exportOf(request)));
    } catch (error) {
      if (payload instanceof Readable) payload.destroy();
      throw error;
    }
  });
}
