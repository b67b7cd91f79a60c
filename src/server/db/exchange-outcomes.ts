import { type SQL, sql } from 'drizzle-orm';

const columnsOf = (alias: string) => (column: string) =>
  alias === '' ? sql.identifier(column) : sql`${sql.identifier(alias)}.${sql.identifier(column)}`;

/** Answered, a suggestion was chosen, or the visitor rated what was shown as good. */
export function helped(alias = ''): SQL {
  const of = columnsOf(alias);
  return sql`(${of('outcome')} = 'answered' or ${of('chosen_content_id')} is not null
    or (${of('outcome')} = 'shown' and ${of('rating')} is not distinct from 'up'))`;
}

/** The visitor did not say whether the lines helped, or that they did not. */
export function onlyShown(alias = ''): SQL {
  const of = columnsOf(alias);
  return sql`(${of('outcome')} = 'shown' and ${of('chosen_content_id')} is null and ${of('rating')} is distinct from 'up')`;
}

/** Nothing matched or no suggestion was chosen. */
export function unanswered(alias = ''): SQL {
  const of = columnsOf(alias);
  return sql`(${of('outcome')} = 'unknown' or (${of('outcome')} = 'suggested' and ${of('chosen_content_id')} is null))`;
}

/** No answer, or a bad rating. The partial indexes use the same expression. */
export const missed = (alias = ''): SQL => sql`(${unanswered(alias)} or ${columnsOf(alias)('rating')} = 'down')`;
