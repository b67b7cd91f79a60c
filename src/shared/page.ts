import { z } from 'zod';

/** The response schema of every list that has pages. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  const page = z.object({ data: z.array(row), total: z.int(), page: z.int(), limit: z.int() });
  const title = row.meta()?.title;
  return title ? page.meta({ title: `${title}Page` }) : page;
}
export type Page<Row> = z.infer<ReturnType<typeof pageOf<z.ZodType<Row>>>>;
