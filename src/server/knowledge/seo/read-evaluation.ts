import { sql } from 'drizzle-orm';
import { scoreOf } from '../../../reading/seo/score.ts';
import type { SeoCheck, SeoCheckId, SeoEvaluation } from '../../../shared/seo.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { contents } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import { notFound } from '../../runtime/api-error.ts';
import { contentAt } from '../contents/contents.ts';
import { SITE_CHECKS, SITE_WEIGHT } from './page-scores.ts';
import { findUnanswered } from './unanswered.ts';

type EvaluatedPage = Pick<SeoEvaluation, 'contentId' | 'contextId' | 'title' | 'url'>;

interface Evaluation {
  at: string;
  checks: SeoCheck[];
}

const findingOf = (checks: readonly SeoCheck[], id: SeoCheckId) => checks.find((check) => check.id === id)?.found ?? '';

/** Same site and context, same finding; null for none. */
async function findDuplicate(
  db: Db,
  owner: Tenant,
  page: EvaluatedPage,
  id: SeoCheckId,
  found: string,
): Promise<string | null> {
  if (found === '') return null;
  const site = `${new URL(page.url).origin}/`;
  const evaluatedJson = JSON.stringify([{ id, found }]);
  const [duplicate] = await readTenant<{ url: string }>(
    db,
    owner,
    sql`select c.url from contents c
        where c.account_id = ${owner.accountId} and c.context_id = ${page.contextId} and c.id <> ${page.contentId}
          and c.type = 'LINK' and starts_with(c.url, ${site})
          and (select e.checks @> ${evaluatedJson}::jsonb from seo_evaluations e
               where e.account_id = c.account_id and e.content_id = c.id order by e.at desc, e.id desc limit 1)
        order by c.id limit 1`,
  );
  return duplicate?.url ?? null;
}

/** Same title or description on another page. */
async function siteChecks(
  db: Db,
  owner: Tenant,
  page: EvaluatedPage,
  checks: readonly SeoCheck[],
): Promise<SeoCheck[]> {
  const checkUnique = async (id: SeoCheckId, of: SeoCheckId): Promise<SeoCheck> => {
    const found = findingOf(checks, of);
    const twin = await findDuplicate(db, owner, page, of, found);
    return { id, weight: SITE_WEIGHT, outcome: found === '' ? 'none' : twin ? 'fail' : 'pass', found: twin ?? '' };
  };
  return Promise.all(Object.entries(SITE_CHECKS).map(([id, of]) => checkUnique(id as keyof typeof SITE_CHECKS, of)));
}

/** With its history. Throws `ApiError` `not_found` when the content is not a page. */
export async function readEvaluation(db: Db, owner: Tenant, contentId: string): Promise<SeoEvaluation> {
  const [page] = await readTenant<EvaluatedPage>(
    db,
    owner,
    sql`select id as "contentId", context_id as "contextId", title, url from ${contents}
        where ${contentAt(owner, contentId)} and type = 'LINK'`,
  );
  if (!page) throw notFound();
  const evaluations = await readTenant<Evaluation>(
    db,
    owner,
    sql`select ${isoMoment(sql`at`)} as at, checks from seo_evaluations
        where account_id = ${owner.accountId} and content_id = ${contentId} order by seo_evaluations.at desc, id desc`,
  );
  const unanswered = await findUnanswered(db, owner, page);
  const [newest] = evaluations;
  if (!newest) return { ...page, latest: null, history: [], unanswered };
  const ofSite = await siteChecks(db, owner, page, newest.checks);
  // Past scores use today's comparison with other pages, so that the history shows only changes of the page itself.
  const history = evaluations.map(({ at, checks }) => ({ at, score: scoreOf([...checks, ...ofSite]) }));
  const checks = [...newest.checks, ...ofSite];
  const latest = { at: newest.at, score: scoreOf(checks), checks };
  return { ...page, latest, history, unanswered };
}
