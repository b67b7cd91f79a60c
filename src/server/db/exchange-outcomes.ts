import { type SQL, sql } from 'drizzle-orm';

const columnsOf = (alias: string) => (column: string) => (alias === '' ? column : `${alias}.${column}`);

/** Whether an exchange of `messages` helped: it was answered, or a suggestion was taken. */
export function helped(alias = ''): SQL {
  const of = columnsOf(alias);
  return sql.raw(`(${of('outcome')} = 'answered' or ${of('chosen_content_id')} is not null)`);
}

/** Whether it had no answer: nothing was near, or no suggestion was taken. */
export function unanswered(alias = ''): SQL {
  const of = columnsOf(alias);
  const untaken = `${of('outcome')} = 'suggested' and ${of('chosen_content_id')} is null`;
  return sql.raw(`(${of('outcome')} = 'unknown' or (${untaken}))`);
}

/** Whether it left something to be wished: it had no answer, or was rated badly. The partial indexes are worded so, too. */
export function missed(alias = ''): SQL {
  const of = columnsOf(alias);
  return sql`(${unanswered(alias)} or ${sql.raw(of('rating'))} = 'down')`;
}
