import { type SQL, sql } from 'drizzle-orm';

const columnsOf = (alias: string) => (column: string) =>
  alias === '' ? sql.identifier(column) : sql`${sql.identifier(alias)}.${sql.identifier(column)}`;

/** Whether an exchange of `messages` helped: it was answered, or a suggestion was taken. */
export function helped(alias = ''): SQL {
  const of = columnsOf(alias);
  return sql`(${of('outcome')} = 'answered' or ${of('chosen_content_id')} is not null)`;
}

/** Whether it had no answer: nothing was near, or no suggestion was taken. */
export function unanswered(alias = ''): SQL {
  const of = columnsOf(alias);
  return sql`(${of('outcome')} = 'unknown' or (${of('outcome')} = 'suggested' and ${of('chosen_content_id')} is null))`;
}

/** Whether it left something to be wished: it had no answer, or was rated badly. The partial indexes are worded so, too. */
export const missed = (alias = ''): SQL => sql`(${unanswered(alias)} or ${columnsOf(alias)('rating')} = 'down')`;
