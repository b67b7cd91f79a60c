import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { questionOf } from '../../../search/passage.ts';
import { isFooter } from '../../../search/quotable.ts';
import { VISITOR_TYPES } from '../../../shared/chat-types.ts';
import { fold } from '../../../shared/fold.ts';
import { formatList } from '../../../shared/format.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { type Db, readTenant, tenant } from '../../db/tenant.ts';
import { openBase } from '../../knowledge/base.ts';
import { t } from '../../runtime/translate.ts';
import { contactIn } from '../person-contact.ts';

const MAX_QUESTIONS = 3;
/** As long as the suggestions that an owner writes. */
const LONGEST = 120;
const DAYS = 30;
/** Only the newest conversations count, so that busy chats take no longer. */
const MAX_CONVERSATIONS = 1_000;
const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 1_000;
const CONTACT_WAIT_MS = 300;

interface FirstView {
  questions: string[];
  /** What the base is about, in a sentence; empty if its titles do not tell. */
  topics: string;
  /** Whether the contents state how to reach a person, and visitors may get that. */
  hasContact: boolean;
}

const kept = new Map<string, { until: number; view: Promise<FirstView> }>();

/** Questions of the base, never visitors' words: those whose answers most conversations got and nobody rated badly. */
async function readMostAnswered(db: Db, { accountId, contextId }: WidgetContext): Promise<string[]> {
  const rows = await readTenant<{ question: string }>(
    db,
    tenant(accountId, 'all'),
    sql`select c.question
        from (
          select v.id from conversations v
          where v.account_id = ${accountId}::uuid and v.context_id = ${contextId}::uuid and v.type in ${VISITOR_TYPES}
            and v.started_at > now() - make_interval(days => ${DAYS})
          order by v.started_at desc, v.id desc limit ${MAX_CONVERSATIONS}) recent
          join messages m on m.account_id = ${accountId}::uuid and m.conversation_id = recent.id and m.outcome = 'answered'
          join contents c on c.account_id = m.account_id and c.id::text = m.sources -> 0 ->> 'contentId'
        where c.type = 'FAQ' and c.enabled and c.trained_version is not null and length(c.question) <= ${LONGEST}
        group by c.id, c.question
        having count(distinct recent.id) > 1 and count(*) filter (where m.rating = 'down') = 0
        order by count(distinct recent.id) desc, c.question limit ${MAX_QUESTIONS}`,
  );
  return rows.map(({ question }) => question);
}

/** The base's own questions, oldest first: an owner writes the most usual ones first. */
async function readOwnQuestions(db: Db, { accountId, inheritance }: WidgetContext): Promise<string[]> {
  const rows = await readTenant<{ question: string }>(
    db,
    tenant(accountId, 'all'),
    sql`select question from contents
        where account_id = ${accountId}::uuid and context_id = any(${sql.param(inheritance.split('.'))}::uuid[])
          and type = 'FAQ' and enabled and trained_version is not null and length(question) <= ${LONGEST}
        order by created_at, id limit ${2 * MAX_QUESTIONS}`,
  );
  return rows.map(({ question }) => question);
}

/** Of the oldest pages and files: the headings that ask, such as those of a page with frequent questions. */
async function readHeadings(db: Db, { accountId, inheritance }: WidgetContext): Promise<string[]> {
  const rows = await readTenant<{ heading: string; text: string }>(
    db,
    tenant(accountId, 'all'),
    sql`select k.heading, k.text
        from (
          select * from contents
          where account_id = ${accountId}::uuid and context_id = any(${sql.param(inheritance.split('.'))}::uuid[])
            and type <> 'FAQ' and enabled and trained_version is not null
          order by created_at, id limit ${TITLES_MAX}) c
          join chunks k on k.account_id = c.account_id and k.context_id = c.context_id and k.content_id = c.id
            and k.version = c.trained_version
        where k.heading like '%?' and not k.is_boilerplate
        order by c.created_at, c.id, k.ordinal limit ${2 * MAX_QUESTIONS}`,
  );
  const questions = rows.map((row) => questionOf({ ...row, question: null }));
  return questions.filter((question) => question !== null && question.length <= LONGEST) as string[];
}

async function readQuestions(db: Db, context: WidgetContext): Promise<string[]> {
  const { suggestions } = context.appearance;
  const questions = new Set(suggestions);
  for (const read of [readMostAnswered, readOwnQuestions, readHeadings])
    if (questions.size < MAX_QUESTIONS) for (const question of await read(db, context)) questions.add(question);
  return [...questions].slice(0, Math.max(MAX_QUESTIONS, suggestions.length));
}

const [TOPICS_MIN, TOPICS_MAX, TOPIC_LONGEST, TITLES_MAX] = [2, 4, 28, 60];

/** `Entregas | Empório Serra Azul`: the page's own part. What several titles have is the name of the site. */
function topicsIn(titles: readonly string[]): string[] {
  const parts = titles.map((title) => title.split(/\s+[|–—-]\s+/).map((part) => part.trim()));
  const counts = Map.groupBy(parts.flat(), fold);
  const own = parts.flatMap((some) => some.find((part) => counts.get(fold(part))!.length === 1) ?? []);
  return own
    .filter(
      (name) => name.length <= TOPIC_LONGEST && /^[\p{L}\s,]+$/u.test(name) && !isFooter(name) && !NO_TOPIC.test(name),
    )
    .slice(0, TOPICS_MAX)
    .map((name) => name.charAt(0).toLocaleLowerCase('pt-BR') + name.slice(1));
}

/** Nobody asks for help with these. */
const NO_TOPIC =
  /^(?:in[íi]cio|home|p[áa]gina inicial|bem-vindo.*|sobre(?: .*)?|quem somos|nossa hist[óo]ria|perguntas frequentes)$/iu;

async function readTopics(db: Db, { accountId, inheritance }: WidgetContext): Promise<string> {
  const rows = await readTenant<{ title: string }>(
    db,
    tenant(accountId, 'all'),
    sql`select title from contents
        where account_id = ${accountId}::uuid and context_id = any(${sql.param(inheritance.split('.'))}::uuid[])
          and type = 'LINK' and enabled and trained_version is not null
        order by created_at, id limit ${TITLES_MAX}`,
  );
  const topics = topicsIn(rows.map(({ title }) => title));
  return topics.length < TOPICS_MIN ? '' : t('chat.topics', { topics: formatList(topics) });
}

async function statesContact(db: Db, { accountId, inheritance, offersFoundContact }: WidgetContext): Promise<boolean> {
  if (!offersFoundContact) return false;
  const { email, whatsapp } = contactIn(await openBase(db, { tenant: tenant(accountId, 'all'), inheritance }));
  return email !== undefined || whatsapp !== undefined;
}

async function readView(db: Db, context: WidgetContext): Promise<FirstView> {
  const contact = statesContact(db, context).catch(() => false);
  const [questions, topics, hasContact] = await Promise.all([
    readQuestions(db, context),
    readTopics(db, context),
    // A large base takes seconds to load: the next visitor sees its contact.
    Promise.race([contact, setTimeout(CONTACT_WAIT_MS, false, { ref: false })]),
  ]);
  const view = { questions, topics, hasContact };
  if (!hasContact) void contact.then((isStated) => (view.hasContact = isStated));
  return view;
}

/**
 * Returns what a visitor sees before the first question: the owner's questions, completed to three by those most asked, then the
 * base's own, then headings that ask.
 */
export function firstViewOf(db: Db, context: WidgetContext): Promise<FirstView> {
  const { contextId, appearance } = context;
  const key = JSON.stringify([contextId, context.offersFoundContact, appearance.suggestions]);
  const known = kept.get(key);
  if (known && known.until > Date.now()) return known.view;
  // They are an extra: the widget opens without them.
  const none: FirstView = { questions: appearance.suggestions, topics: '', hasContact: false };
  const view = readView(db, context).catch(() => none);
  kept.delete(key);
  kept.set(key, { until: Date.now() + KEPT_MS, view });
  const oldest = kept.keys().next().value;
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return view;
}
