import { eq, sql } from 'drizzle-orm';
import type { LeftOutText } from '../../../reading/blocks.ts';
import type { Chunk } from '../../../reading/chunk.ts';
import { withoutUnwanted } from '../../../reading/left-out.ts';
import { chunks, leftOutTexts, type StoredLeftOut } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, tenant } from '../../db/tenant.ts';
import type { Choices } from '../choices.ts';
import type { ContentRow } from '../contents/contents.ts';

interface ChosenText {
  chunks: Chunk[];
  leftOut: LeftOutText[];
  unwanted: string[];
}

type Key = Pick<ContentRow, 'accountId' | 'contextId' | 'id'>;

export async function readStoredText(db: Db, content: Key, choices: Choices): Promise<ChosenText> {
  const { accountId, contextId, id } = content;
  const owner = tenant(accountId, 'all');
  const used = await readTenant<Chunk>(
    db,
    owner,
    sql`select k.heading, k.page, k.text, k.is_boilerplate as "isBoilerplate",
          k.is_from_picture as "isFromPicture" from ${chunks} k
        join contents c on c.account_id = k.account_id and c.id = k.content_id and c.trained_version = k.version
        where k.account_id = ${accountId} and k.context_id = ${contextId} and k.content_id = ${id} order by k.ordinal`,
  );
  const [listed] = await readTenant<{ texts: StoredLeftOut[] }>(
    db,
    owner,
    sql`select texts from ${leftOutTexts} where account_id = ${accountId} and ${eq(leftOutTexts.contentId, id)}`,
  );
  return choose(used, listed?.texts ?? [], choices);
}

function choose(used: readonly Chunk[], listed: readonly StoredLeftOut[], choices: Choices): ChosenText {
  const [taken, unwanted] = [new Set(choices.taken), new Set(choices.unwanted)];
  const found = new Set(listed.filter(({ reason, key }) => reason === 'choice' && unwanted.has(key)).map(textOf));
  const notTaken = new Set(listed.filter(({ isTaken, key }) => isTaken && !taken.has(key)).map(({ key }) => key));
  const kept = used.flatMap((chunk) => {
    const wanted = withoutUnwanted(chunk.text, unwanted, (text) => found.add(text));
    const text = wanted && withoutUnwanted(wanted, notTaken, () => undefined);
    return text ? [{ ...chunk, text }] : [];
  });
  // Nothing says any more where they stood.
  const back = listed.filter(({ reason, isTaken, key }) =>
    reason === 'choice' ? !unwanted.has(key) : !isTaken && taken.has(key),
  );
  return {
    chunks: [...kept, ...back.map(({ text }): Chunk => ({ heading: null, page: null, text }))],
    leftOut: listed.flatMap(({ reason, text, key }) =>
      reason === 'choice' ? [] : [{ reason, text, ...(taken.has(key) && { isTaken: true as const }) }],
    ),
    unwanted: [...found],
  };
}

const textOf = ({ text }: StoredLeftOut) => text;
