import { sql } from 'drizzle-orm';
import type { PersonAnswer } from '../../../shared/knowledge-gaps.ts';
import { isComplaint, wantsHuman } from '../../chat/classify/classify.ts';
import { partsOf, readCourtesy } from '../../chat/question/message-parts.ts';
import { missed } from '../../db/exchange-outcomes.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import { rowsIn } from '../../resource/scope.ts';
import { meaningOf } from './meaning.ts';

/** The newest talks of a gap to look at. */
const TALKS_MAX = 20;
const ANSWER_MAX = 5_000;

interface TalkLine {
  author: 'visitor' | 'person';
  text: string;
  name: string | null;
  at: string;
}

/** A talk with a person after a question of a gap. */
interface GapTalk {
  conversationId: string;
  question: string;
  /** What else was missed between the question and the talk. */
  later: string[];
  said: TalkLine[];
}

const asks = (text: string) => partsOf(text).some(({ kind }) => kind === 'question');

/**
 * Returns what a person states in a message: `Oi! Sim, até as 14h. É para hoje?` → `Sim, até as 14h.` Only the mark makes
 * a question, because answers begin like questions (`Pode ser até as 18h.`).
 */
const statementIn = (text: string) =>
  partsOf(text)
    .filter((part) => part.kind !== 'courtesy' && !/\?\s*$/.test(part.text))
    .map((part) => part.text)
    .join(' ');

/** Returns what a person stated, up to the visitor's next question. */
function statementsIn(said: readonly TalkLine[]): TalkLine[] {
  const kept: TalkLine[] = [];
  for (const one of said) {
    if (one.author === 'visitor') {
      if (kept.length > 0 && asks(one.text)) break;
      continue;
    }
    const text = statementIn(one.text);
    if (text !== '' && readCourtesy(text) === null) kept.push({ ...one, text });
  }
  return kept;
}

/** Returns whether an answer is about a question: nothing else was missed before it, or they share a subject. */
function isAbout({ question, later }: GapTalk, answer: string): boolean {
  if (later.every((one) => wantsHuman(one) || isComplaint(one))) return true;
  const [asked, answered] = [meaningOf(question), meaningOf(answer)];
  return asked !== null && answered !== null && [...asked.keys].some((key) => answered.keys.has(key));
}

/**
 * Returns the newest answer that a person gave to a question of a theme, as a proposal to edit; null if there is none.
 * Nothing is stored: it goes when the visitor is erased.
 */
export async function readPersonAnswer(db: Db, tenant: Tenant, themeId: string): Promise<PersonAnswer | null> {
  const talks = await readTenant<GapTalk>(
    db,
    tenant,
    sql`select m.conversation_id as "conversationId", coalesce(m.searched, m.question) as question, (
          select coalesce(json_agg(n.question), '[]') from messages n where n.account_id = m.account_id
            and n.conversation_id = m.conversation_id and n.created_at > m.created_at and n.created_at <= h.requested_at
            and n.gap_id is distinct from m.gap_id and ${missed('n')}) as later, (
          select json_agg(json_build_object('author', w.author, 'text', w.text, 'name', w.user_name,
            'at', ${isoMoment(sql`w.created_at`)}) order by w.seq) from talk_messages w
          where w.account_id = h.account_id and w.handover_id = h.id and w.author in ('visitor', 'person')) as said
        from knowledge_gaps g
          join messages m on m.account_id = g.account_id and m.gap_id = g.id and m.gap_id is not null and ${missed('m')}
          cross join lateral (select * from handovers h where h.account_id = m.account_id
            and h.conversation_id = m.conversation_id and h.requested_at >= m.created_at order by h.id limit 1) h
        where ${rowsIn('g', tenant)} and g.theme_id = ${themeId}::uuid and h.first_reply_at is not null
        order by m.created_at desc limit ${TALKS_MAX}`,
  );
  for (const talk of talks) {
    const statements = statementsIn(talk.said);
    const answer = statements.map(({ text }) => text).join('\n\n');
    const [first] = statements;
    if (!first || !isAbout(talk, answer)) continue;
    return {
      answer: answer.slice(0, ANSWER_MAX),
      person: first.name ?? '',
      at: first.at,
      conversationId: talk.conversationId,
    };
  }
  return null;
}
