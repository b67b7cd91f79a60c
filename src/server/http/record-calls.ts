import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify';
import { sql } from 'drizzle-orm';
import { changesOf, idOf, titleOf } from '../audit/call-entry.ts';
import { UNRECORDED } from '../audit/unrecorded.ts';
import { type Deed, writeAudit } from '../audit/write-audit.ts';
import { type CallRecord, callRecord } from '../db/call-record.ts';
import { type Tx, withPlatform } from '../db/tenant.ts';
import type { Services } from '../services.ts';
import { actOf, type Member } from './access.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `own`: the call records what it does itself, when it does it; it is recorded here only if it did not. */
    record?: 'own';
  }
  interface FastifyRequest {
    record: CallRecord | null;
  }
}

const WRITING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const EXPORT = 'export';

function isRecorded(request: FastifyRequest): boolean {
  const { schema } = request.routeOptions;
  if (!request.member || (schema?.operationId ?? '') in UNRECORDED) return false;
  return WRITING.has(request.method) || actOf(request) === EXPORT;
}

/** What the call does, for the log. `before` is how the thing was, `result` what the change answered. */
function deedOf(request: FastifyRequest, before: unknown, result?: unknown): Deed {
  const params = request.params as Record<string, string>;
  const id = params.id ?? params.contentId ?? idOf(result);
  const changes = request.method === 'DELETE' ? {} : changesOf(request.body, before);
  const filters = [...new URL(request.url, 'http://api').searchParams.keys()].join(', ');
  const asked = request.method === 'GET' && filters ? { filters } : {};
  return { subject: titleOf(request.body, before, result), detail: { ...(id ? { id } : {}), ...asked, ...changes } };
}

/** Whether the transaction has changed anything: only then it has an id of its own. */
async function hasChanged(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string | null }>(sql`select pg_current_xact_id_if_assigned()::text as id`);
  return rows[0]?.id != null;
}

function recordOf(request: FastifyRequest, member: Member, before: unknown): CallRecord {
  const action = `${request.routeOptions.config.thing}_${actOf(request)}` as const;
  return {
    accountId: member.accountId,
    isWritten: false,
    async write(tx, result) {
      if (request.routeOptions.config.record === 'own' || !(await hasChanged(tx))) return false;
      await writeAudit(tx, member, action, deedOf(request, before, result));
      return true;
    },
  };
}

/**
 * Records every call of a signed-in person that changes something, and every export: who, in whose place, and what. The
 * entry is part of the first transaction by which the call changes the account. A call that changed it otherwise (at a
 * gateway, in the platform's role), or that exports, is recorded before its answer is sent: if that fails, so does the
 * call.
 */
export function recordCalls(app: FastifyInstance, services: Services): void {
  const readers = new Map<string, RouteHandlerMethod>();
  app.decorateRequest('record', null);
  app.addHook('onRoute', (route: RouteOptions) => {
    const methods = [route.method].flat();
    const { handler, url } = route;
    if (methods.includes('GET') && !route.config?.csvAct) readers.set(url, handler);
    if (!methods.some((method) => WRITING.has(method))) return;
    route.handler = async function (request, reply) {
      const { member } = request;
      if (!member || !isRecorded(request)) return handler.call(this, request, reply);
      // How it is read by GET at the same address, for a comparison. What cannot be read is for the call itself to refuse.
      const read = request.method === 'POST' ? undefined : readers.get(url);
      const before: unknown = await Promise.resolve(read?.call(this, request, reply)).catch(() => undefined);
      const record = recordOf(request, member, before);
      request.record = record;
      return callRecord.run(record, () => handler.call(this, request, reply));
    };
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { member } = request;
    if (!member || request.record?.isWritten || reply.statusCode >= 400 || !isRecorded(request)) return;
    const action = `${request.routeOptions.config.thing}_${actOf(request)}` as const;
    try {
      await withPlatform(services.db, (tx) => writeAudit(tx, member, action, deedOf(request, undefined)));
    } catch (error) {
      if (payload instanceof Readable) payload.destroy();
      throw error;
    }
    if (request.record) request.record.isWritten = true;
  });
}
