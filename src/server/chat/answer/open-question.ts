import { sql } from 'drizzle-orm';
import type { Segment } from '../../../search/segment.ts';
import { changeTenantUnsynced, isRolledBack } from '../../db/tenant.ts';
import { contextStatesQuery, openBase, openBaseAt } from '../../knowledge/base.ts';
import type { ContextState } from '../../knowledge/loading/read-rows.ts';
import type { Services } from '../../runtime/services.ts';
import { countQuestion, isActive, type Reservation, reserveInteraction } from '../limits/admit.ts';
import { refuseQuestion } from '../limits/refuse-question.ts';
import { type ConversationThread, isToAnswer, readThread, threadOf, threadQuery, type ThreadRow } from '../thread.ts';
import { type AnswerRequest, ownerOf, scopeOf } from './answer-context.ts';

interface OpenedQuestion {
  readonly thread: ConversationThread;
  readonly interaction: Reservation | null;
  /** The base that the question is searched in. */
  openBase(): Promise<readonly Segment[]>;
}

interface OpenedRow {
  thread: ThreadRow[];
  versions: ContextState[];
  used: Record<string, number> | null;
}

const THREAD = sql`thread`;
const RAISED = sql`raised`;

/** One statement, so that what is read and what is counted agree. */
async function openAtOnce(services: Services, request: AnswerRequest): Promise<OpenedQuestion> {
  const { db } = services;
  const [owner, scope] = [ownerOf(request.context), scopeOf(request.context)];
  const condition = request.type === 'preview' ? sql`false` : isToAnswer(THREAD, request);
  const counting = countQuestion(services, request.context, request, condition);
  const [row] = await changeTenantUnsynced<OpenedRow>(
    db,
    owner,
    sql`with ${THREAD} as (${threadQuery(owner.accountId, request)}),
        versions as (${contextStatesQuery(scope)}),
        ${RAISED} as (${counting.statement})
      select (select coalesce(json_agg(${THREAD}), '[]') from ${THREAD}) as thread,
        (select json_agg(versions) from versions) as versions,
        (select json_object_agg(kind, used) from ${RAISED}) as used, ${counting.check(RAISED)}`,
  );
  const { thread, versions, used } = row!;
  return {
    thread: threadOf(thread, request),
    interaction: used && counting.reservationOf(used),
    openBase: () => openBaseAt(db, scope, versions),
  };
}

/** A refusal is told to the owner, and thrown. */
async function reserveOrRefuse(services: Services, request: AnswerRequest, openBase: OpenedQuestion['openBase']) {
  const { context } = request;
  const at = new Date();
  try {
    return await reserveInteraction(services, context, { ...request, now: at });
  } catch (error) {
    throw await refuseQuestion(services, context, error, { unserved: request, at, openBase });
  }
}

/**
 * `openAtOnce` cannot tell which limit refuses. Throws that refusal, unless answered before or there is room by now.
 */
async function openStepwise(services: Services, request: AnswerRequest): Promise<OpenedQuestion> {
  const thread = await readThread(services.db, ownerOf(request.context), request);
  const open = () => openBase(services.db, scopeOf(request.context));
  const interaction = thread.answered || thread.isWithPerson ? null : await reserveOrRefuse(services, request, open);
  return { thread, interaction, openBase: open };
}

/** In one round trip; answered ones and previews are not counted. Throws like `answer`. */
export async function openQuestion(services: Services, request: AnswerRequest): Promise<OpenedQuestion> {
  if (request.type !== 'preview' && !isActive(request.context)) return openStepwise(services, request);
  try {
    return await openAtOnce(services, request);
  } catch (error) {
    if (!isRolledBack(error)) throw error;
    return openStepwise(services, request);
  }
}
