import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { liveEvent } from '../../shared/live.ts';
import { gather } from '../db/gather.ts';
import { changesIn, type LiveChange } from '../db/live-changes.ts';
import { memberOf } from '../http/access.ts';
import { disconnectSignal } from '../http/disconnected.ts';
import { countStreams, endOf, seconds } from '../http/open-streams.ts';
import { readMember } from '../http/read-member.ts';
import { type Api, route } from '../http/route.ts';
import { sendEvents } from '../http/sse.ts';
import type { Services } from '../runtime/services.ts';
import { visibleChanges } from './live.ts';

/** One tab has one stream. */
const STREAMS_PER_SESSION = 10;
const STREAMS_PER_ACCOUNT = 300;
/** Between two events of a stream: lists are read again after each. */
const PACE_MS = 500;
/** How often a quiet stream asks whether its session still exists. */
const CHECK_MS = 15_000;
/** More rows than this at once are told by these. */
const TOLD_MAX = 200;

/** Tells of changes that may have been missed. */
const MISSED = 'missed';

/**
 * Ends when the session does: who the caller is and may see is read again before each event. It holds no connection
 * of the database.
 */
async function* liveEvents(services: Services, request: FastifyRequest, signal: AbortSignal) {
  yield { event: 'ready', data: {} };
  const { db, policy } = services;
  const { accountId } = memberOf(request);
  const batches = gather<LiveChange | undefined>(
    (add) =>
      changesIn(db).listen(accountId, (change) =>
        add(change ? `${change.resource} ${change.type} ${change.id}` : MISSED, change),
      ),
    { everyMs: () => CHECK_MS, signal },
  );
  for await (const batch of batches) {
    const member = await readMember(services, request).catch(() => null);
    if (member?.accountId !== accountId) return;
    if (batch.has(MISSED)) yield { event: 'ready', data: {} };
    const changes = [...batch.values()].flatMap((change) => change ?? []).slice(0, TOLD_MAX);
    const told = await visibleChanges(services, member.tenant, changes, (name) => policy.can(member, name, 'list'));
    for (const data of told) yield { event: 'changed', data };
    if (told.length > 0) await wait(PACE_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Registers the stream of changes. */
export function liveRoute(api: Api, services: Services): void {
  const streams = countStreams();
  const closing = new AbortController();
  api.addHook('preClose', async () => closing.abort());
  api.get('/changes', {
    ...route('session', 'show', {
      operationId: 'streamChanges',
      description:
        'Streams which rows of live resources have changed, as far as the caller may list them. After `ready`, changes may have been missed.',
      querystring: z.object({ seconds }),
      events: z.discriminatedUnion('event', [
        z.object({ event: z.literal('ready'), data: z.object({}) }),
        z.object({ event: z.literal('changed'), data: liveEvent }),
      ]),
      answer: z.null(),
    }),
    handler: async (request, reply) => {
      const { accountId, sessionId } = memberOf(request);
      streams.admit(reply, [
        { key: `session ${sessionId}`, max: STREAMS_PER_SESSION },
        { key: `account ${accountId}`, max: STREAMS_PER_ACCOUNT },
      ]);
      const signal = AbortSignal.any([disconnectSignal(reply), endOf(request.query), closing.signal]);
      return sendEvents(reply, liveEvents(services, request, signal)) as never;
    },
  });
}
