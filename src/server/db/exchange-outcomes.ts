import { type SQL, sql } from 'drizzle-orm';

const columnsOf = (alias: string) => (column: string) =>
  alias === '' ? sql.identifier(column) : sql`${sql.identifier(alias)}.${sql.identifier(column)}`;

/**
 * SQL condition: the exchange helped, because it was answered, a suggestion was chosen, or the visitor rated what was
 * shown as good.
 */
export function helped(alias = ''): SQL {
  const of = columnsOf(alias);
  return sql`(${of('outcome')} = 'answered' or ${of('chosen_content_id')} is not null
    or (${of('outcome')} = 'shown' and ${of('rating')} is not distinct from 'up'))`;
}

/** SQL condition: lines were shown, and the visitor did not say whether they helped, or that they did not. */
export function onlyShown(alias = ''): SQL {
  const of = columnsOf(alias);
  return sql`(${of('outcome')} = 'shown' and ${of('chosen_content_id')} is null and ${of('rating')} is distinct from 'up')`;
}

/** SQL condition: the exchange had no answer, because nothing matched or no suggestion was chosen. */
export function unanswered(alias = ''): SQL {
  const of = columnsOf(alias);
  return sql`(${of('outcome')} = 'unknown' or (${of('outcome')} = 'suggested' and ${of('chosen_content_id')} is null))`;
}

/** SQL condition: the exchange had no answer or a bad rating. The partial indexes use the same expression. */
export const missed = (alias = ''): SQL => sql`(${unanswered(alias)} or ${columnsOf(alias)('rating')} = 'down')`;
