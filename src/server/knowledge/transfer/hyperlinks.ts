import { type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { OnKnownFile } from '../../../shared/contents.ts';
import { type Db, readTenant, type Tenant, type Tx } from '../../db/tenant.ts';
import { requireContext } from '../context-row.ts';
import type { BaseLine, HyperlinkLine } from './format.ts';
import type { ImportOutcome } from './import-contents.ts';

const PAGE_ROWS = 500;

/** The tenant must be allowed to see the context. */
export async function* exportHyperlinks(db: Db, owner: Tenant, contextId: string) {
  for (let after = ''; ;) {
    const rows: Omit<HyperlinkLine, 'kind'>[] = await readTenant(
      db,
      owner,
      sql`select word, link, case_sensitive as "caseSensitive" from hyperlinks
          where account_id = ${owner.accountId} and context_id = ${contextId} and word collate "C" > ${after}
          order by word collate "C" limit ${PAGE_ROWS}`,
    );
    for (const row of rows) yield { kind: 'hyperlink', ...row } satisfies BaseLine;
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1)!.word;
  }
}

/** As table `n`, one per word: without `caseSensitive`, "pix" and "Pix" are one, in the context's spelling. */
function asTable(items: readonly HyperlinkLine[], { accountId }: Tenant, contextId: string): SQL {
  const rows = items.map(({ word, link, caseSensitive }, at) => ({ id: uuidv7(), at, word, link, caseSensitive }));
  const ownCase = sql`case when r."caseSensitive" then r.word else lower(r.word) end`;
  return sql`(select distinct on (word) * from (
    select distinct on (r."caseSensitive", ${ownCase}) r.id, r.at, coalesce(known.word, r.word) as word, r.link, r."caseSensitive"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(id uuid, at int, word text, link text, "caseSensitive" boolean)
      left join hyperlinks known on known.account_id = ${accountId} and known.context_id = ${contextId}
        and not known.case_sensitive and not r."caseSensitive" and lower(known.word) = lower(r.word)
    order by r."caseSensitive", ${ownCase}, r.at) w order by word, at) n`;
}

/** Known ones are replaced or kept, by `onKnown`. */
export async function importHyperlinks(
  tx: Tx,
  tenant: Tenant,
  { contextId, onKnown }: { contextId: string; onKnown: OnKnownFile },
  items: readonly HyperlinkLine[],
): Promise<ImportOutcome> {
  const outcome = { created: 0, updated: 0, skipped: 0, refusals: [] };
  if (items.length === 0) return outcome;
  await requireContext(tx, tenant, contextId);
  const onConflict =
    onKnown === 'replace'
      ? sql`do update set link = excluded.link, case_sensitive = excluded.case_sensitive, updated_at = now()
          where (hyperlinks.link, hyperlinks.case_sensitive) is distinct from (excluded.link, excluded.case_sensitive)`
      : sql`do nothing`;
  const { rows } = await tx.execute<{ isNew: boolean }>(sql`
    insert into hyperlinks (account_id, context_id, id, word, link, case_sensitive)
    select ${tenant.accountId}::uuid, ${contextId}::uuid, n.id, n.word, n.link, n."caseSensitive" from ${asTable(items, tenant, contextId)}
    on conflict (account_id, context_id, word) ${onConflict} returning (xmax = 0) as "isNew"`);
  const created = rows.filter(({ isNew }) => isNew).length;
  return { ...outcome, created, updated: rows.length - created, skipped: items.length - rows.length };
}
