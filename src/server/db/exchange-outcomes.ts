import { type SQL, sql } from 'drizzle-orm';

const columnsOf = (alias: string) => (column: string) =>
  alias === '' ? sql.identifier(column) : sql`${sql.identifier(alias)}.${sql.identifier(column)}`;

/** SQL condition: the exchange helped, because it was answered or a suggestion was chosen. */
export function helped(alias = ''): SQL {
  const of = columnsOf(alias);
  return sql`(${of('outcome')} = 'answered' or ${of('chosen_content_id')} is not null)`;
}

/** SQL condition: the exchange had no answer, because nothing matched or no suggestion was chosen. */
export function unanswered(alias = ''): SQL {
  const of = columnsOf(alias);
  return sql`(${of('outcome')} = 'unknown' or (${of('outcome')} = 'suggested' and ${of('chosen_content_id')} is null))`;
}

/** SQL condition: the exchange had no answer or a bad rating. The partial indexes use the same expression. */
export const missed = (alias = ''): SQL => sql`(${unanswered(alias)} or ${columnsOf(alias)('rating')} = 'down')`;
