import { type SQL, sql } from 'drizzle-orm';
import type { SeoCheckId } from '../../../shared/seo.ts';

export const SITE_WEIGHT = 3;
/** The finding of the check must be unique within the site. */
export const SITE_CHECKS = {
  'title-unique': 'title',
  'description-unique': 'description',
} as const satisfies Partial<Record<SeoCheckId, SeoCheckId>>;

const SITE_OF = sql.raw(`substring(c.url from '^[^:]+://[^/?#]+')`);

/**
 * Newest evaluations as `content_id, title, url, score`, with today's comparison as in `readEvaluation`. `where`, on
 * contents `c`, must select all pages of a context, since they are compared.
 */
export function pageScores(where: SQL): SQL {
  const found = Object.values(SITE_CHECKS);
  const of = (id: SeoCheckId) => sql.identifier(`found_${id}`);
  const hasDuplicate = (id: SeoCheckId) => sql`count(*) over (partition by n.context_id, n.site, n.${of(id)}) > 1`;
  const sum = (parts: SQL[]) => sql.join(parts, sql` + `);
  return sql`
    with newest as (
      select distinct on (e.account_id, e.content_id) e.content_id, e.checks, c.context_id, c.title, c.url, ${SITE_OF} as site
      from contents c join seo_evaluations e on e.account_id = c.account_id and e.content_id = c.id
      where ${where} order by e.account_id, e.content_id, e.at desc, e.id desc),
    summed as (
      select n.*, k.* from newest n cross join lateral (
        select ${sql.join(
          found.map((id) => sql`coalesce(max(k.found) filter (where k.id = ${id}), '') as ${of(id)}`),
          sql`, `,
        )},
          coalesce(sum(k.weight) filter (where k.outcome <> 'none'), 0) as total,
          coalesce(sum(k.weight * case k.outcome when 'pass' then 1 when 'warn' then 0.5 else 0 end), 0) as earned
        from jsonb_to_recordset(n.checks) k(id text, weight int, outcome text, found text)) k),
    held as (
      select n.content_id, n.title, n.url,
        n.total + ${sum(found.map((id) => sql`case when n.${of(id)} = '' then 0 else ${SITE_WEIGHT} end`))} as total,
        n.earned + ${sum(found.map((id) => sql`case when n.${of(id)} = '' or ${hasDuplicate(id)} then 0 else ${SITE_WEIGHT} end`))} as earned
      from summed n)
    select content_id, title, url, case when total = 0 then 0 else floor(earned * 100 / total) end::int as score from held`;
}
