import { Readable } from 'node:stream';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { fileSlices } from '../../db/file-slices.ts';
import { contentFiles, contents } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, type Tenant, tenant, withTenant } from '../../db/tenant.ts';
import { t } from '../../runtime/translate.ts';
import type { Doer } from '../people/doer.ts';
import { columnsOf, EXPORTED, type ExportedTable, keyOf, ownerOf } from './export-tables.ts';

/** Rows read at once: each page is a reading of its own, so that nothing is held while a slow line takes it. */
const PAGE_ROWS = 100;

type Row = Record<string, unknown>;

/** The rows of a table behind a key, the next after it first. Key values travel under names that no column has. */
function pageQuery(exported: ExportedTable, accountId: string, after: unknown[] | null): SQL {
  const { table } = exported;
  const key = keyOf(table);
  const selected = [
    ...columnsOf(exported).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
    ...key.map((column, at) => sql`${column}::text as ${sql.identifier(`key ${at}`)}`),
  ];
  // PostgreSQL gives each value the type of the column that it is compared with.
  const values = after?.map((value) => sql`${value}`);
  const behind = values?.length ? sql`and (${sql.join(key, sql`, `)}) > (${sql.join(values, sql`, `)})` : sql``;
  const order = key.length > 0 ? sql`order by ${sql.join(key, sql`, `)}` : sql``;
  return sql`select ${sql.join(selected, sql`, `)} from ${table}
    where ${ownerOf(table)} = ${accountId} ${behind} ${order} limit ${PAGE_ROWS}`;
}

/** All rows of a table, a line of JSON each. */
async function* linesOf(db: Db, owner: Tenant, exported: ExportedTable): AsyncGenerator<string> {
  const key = keyOf(exported.table);
  const names = columnsOf(exported).map(([name]) => name);
  let after: unknown[] | null = null;
  for (;;) {
    const rows: Row[] = await readTenant<Row>(db, owner, pageQuery(exported, owner.accountId, after));
    const lines = rows.map((row) => JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]]))));
    if (lines.length > 0) yield `${lines.join('\n')}\n`;
    if (rows.length < PAGE_ROWS) return;
    after = key.map((_, at) => rows.at(-1)?.[`key ${at}`]);
  }
}

/** A name that stays inside its folder in every archive program. */
const safeName = (name: string) =>
  name
    .normalize('NFC')
    .replace(/[\p{C}/\\:*?"<>|]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-120);

const originals = (db: Db, owner: Tenant) =>
  withTenant(db, owner, (tx) =>
    tx
      .select({ id: contents.id, name: contents.fileName })
      .from(contentFiles)
      .innerJoin(contents, and(eq(contents.accountId, contentFiles.accountId), eq(contents.id, contentFiles.contentId)))
      .where(eq(contentFiles.accountId, owner.accountId))
      .orderBy(asc(contents.id)),
  );

/** What the archive says of itself. */
function readMe(): string {
  const files = EXPORTED.map(({ file, said = `export.files.${file}` }) => `${file}.jsonl\n  ${t(said)}`);
  return [t('export.intro'), ...files, `arquivos/\n  ${t('export.originals')}`, t('export.leftOut'), ''].join('\n\n');
}

/** Adds an entry whose bytes are made when the archive comes to it. It ends with the archive, and the archive with it. */
function addLazily(zip: ZipFile, path: string, make: () => AsyncIterable<string | Buffer>): void {
  const output = zip.outputStream as Readable;
  zip.addReadStreamLazy(path, (take) => {
    const source = Readable.from(make(), { objectMode: false });
    source.on('error', (error) => output.destroy(error));
    output.once('close', () => source.destroy());
    take(null, source);
  });
}

/**
 * All data of an account as a zip, made while it is taken: rows come in pages, each read by itself, so that neither the
 * memory nor a transaction grows with the account.
 */
export async function exportAccount(db: Db, doer: Doer): Promise<Readable> {
  const owner = tenant(doer.accountId, 'all');
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  // Whoever takes the archive hears of a failure; after he has gone away there is nobody left to tell.
  output.on('error', () => undefined);
  output.setMaxListeners(0);
  zip.addBuffer(Buffer.from(readMe(), 'utf8'), t('export.readMe'));
  for (const exported of EXPORTED) addLazily(zip, `${exported.file}.jsonl`, () => linesOf(db, owner, exported));
  for (const { id, name } of await originals(db, owner)) {
    addLazily(zip, `arquivos/${id}-${safeName(name ?? '')}`, () => fileSlices(db, owner, id));
  }
  zip.end();
  return output;
}
