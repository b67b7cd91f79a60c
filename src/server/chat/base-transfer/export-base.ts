import type { Db, Tenant } from '../../db/tenant.ts';
import { readContext } from '../../knowledge/context-row.ts';
import { exportContents } from '../../knowledge/transfer/export-contents.ts';
import { BASE_FORMAT, BASE_VERSION, type BaseLine } from '../../knowledge/transfer/format.ts';
import { exportHyperlinks } from '../../knowledge/transfer/hyperlinks.ts';
import { exportAppearance } from './transfer-appearance.ts';

async function* baseLines(db: Db, tenant: Tenant, contextId: string, name: string): AsyncGenerator<BaseLine> {
  const exportedAt = new Date().toISOString();
  yield { kind: 'base', format: BASE_FORMAT, version: BASE_VERSION, exportedAt, name };
  yield await exportAppearance(db, tenant, contextId);
  yield* exportHyperlinks(db, tenant, contextId);
  yield* exportContents(db, tenant, contextId);
}

async function* asText(lines: AsyncIterable<BaseLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

/** JSON Lines, without what the context inherits. Throws `ApiError` `not_found`. */
export async function exportBase(
  db: Db,
  tenant: Tenant,
  contextId: string,
): Promise<{ name: string; pieces: AsyncGenerator<string> }> {
  const { name } = await readContext(db, tenant, contextId);
  return { name, pieces: asText(baseLines(db, tenant, contextId, name)) };
}
