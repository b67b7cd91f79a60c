import type { Source } from '../../../shared/chat-protocol.ts';
import { scopeOf } from '../../chat/answer/answer-context.ts';
import { searchIn } from '../../chat/question/find-passages.ts';
import { sourcesOf } from '../../chat/question/sources.ts';
import type { Tenant } from '../../db/tenant.ts';
import { openBase } from '../../knowledge/base.ts';
import { hidePersonalData } from '../../personal-data/hide-personal-data.ts';
import type { Services } from '../../runtime/services.ts';
import { contextFor } from '../context-for.ts';

const PASSAGES_MAX = 8;

/** The best ones first, of the context and what it inherits. Throws `ApiError` `not_found`. */
export async function searchPassages(
  services: Services,
  tenant: Tenant,
  { contextId, question }: { contextId: string; question: string },
  signal: AbortSignal,
): Promise<Source[]> {
  const context = await contextFor(services, tenant, contextId);
  const toSend = (text: string) => (context.hidesPersonalData ? hidePersonalData(text) : text);
  const find = searchIn(services, await openBase(services.db, scopeOf(context)), signal, toSend);
  const { result } = await find(question);
  return sourcesOf(result.hits).slice(0, PASSAGES_MAX);
}
