import { sql } from 'drizzle-orm';
import { extractAnswer } from '../../../search/extract-answer.ts';
import { search } from '../../../search/search.ts';
import type { PhrasingsAccepted } from '../../../shared/phrasings.ts';
import { changeTenant, type Db, readTenant, type Tenant, tenant } from '../../db/tenant.ts';
import { openBase } from '../base.ts';

type TestedPhrasing = PhrasingsAccepted['data'][number];

interface AcceptedPhrasing {
  id: string;
  text: string;
  contentId: string;
  inheritance: string;
}

/** No language model: it would cost credits and prove nothing about the phrasing. */
async function testPhrasing(
  db: Db,
  owner: Tenant,
  { id, text, contentId, inheritance }: AcceptedPhrasing,
): Promise<TestedPhrasing> {
  const base = await openBase(db, { tenant: owner, inheritance });
  const result = search(base, text);
  const found = result.outcome === 'answered' ? extractAnswer(result) : null;
  const answered = found?.used.some(({ passage }) => passage.contentId === contentId) ?? false;
  return { id, text, proof: { answered, answer: found?.text ?? '' } };
}

/** In the content's own context, or in `contextId`; stores the results. */
export async function testPhrasings(
  db: Db,
  { accountId }: Pick<Tenant, 'accountId'>,
  ids: readonly string[],
  contextId?: string,
): Promise<TestedPhrasing[]> {
  if (ids.length === 0) return [];
  const owner = tenant(accountId, 'all');
  const accepted = await readTenant<AcceptedPhrasing>(
    db,
    owner,
    sql`select p.id, p.text, p.content_id as "contentId", x.inheritance
        from phrasings p
          join contents c on c.account_id = p.account_id and c.id = p.content_id
          join contexts x on x.account_id = p.account_id and x.id = coalesce(${contextId ?? null}::uuid, c.context_id)
        where p.account_id = ${accountId} and p.id in ${[...ids]} and p.state = 'accepted' order by p.id`,
  );
  const tested: TestedPhrasing[] = [];
  for (const one of accepted) tested.push(await testPhrasing(db, owner, one));
  const proofs = tested.map(({ id, proof }) => ({ id, ...proof }));
  await changeTenant(
    db,
    owner,
    sql`update phrasings p set proved = t.answered, proved_answer = t.answer
        from jsonb_to_recordset(${JSON.stringify(proofs)}::jsonb) t(id uuid, answered boolean, answer text)
        where p.account_id = ${accountId}::uuid and p.id = t.id`,
  );
  return tested;
}
