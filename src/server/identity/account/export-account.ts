import { Readable } from 'node:stream';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgTable, PgColumn } from 'drizzle-orm/pg-core';
import { ZipFile } from 'yazl';
import { resources } from '../../../../resources/index.ts';
import { objectOf } from '../../../../resources/kit/guarded.ts';
import type { AuditEntry } from '../../../shared/audit.ts';
import { visibleDetail } from '../../audit/visible-detail.ts';
import { filesTables, referencedTable } from '../../db/derived-tables.ts';
import { fileSlices, slicesOf } from '../../db/file-slices.ts';
import { contentFiles, contents } from '../../db/schema/knowledge.ts';
import { auditEntries } from '../../db/schema/platform.ts';
import { type Db, readTenant, type Tenant, tenant, withTenant } from '../../db/tenant.ts';
import { hiddenFields } from '../../resource/guarded.ts';
import { t } from '../../runtime/translate.ts';
import type { ActingUser } from '../people/acting-user.ts';
import { columnsOf, EXPORTED, type ExportedTable, keyOf, ownerOf } from './export-tables.ts';

/** A query each, so that a slow download holds no transaction open. */
const PAGE_ROWS = 100;

type ExportRow = Record<string, unknown>;

/** In key order. The key's values are selected under names that no column has. */
function pageQuery(exported: ExportedTable, accountId: string, after: unknown[] | null): SQL {
  const { table } = exported;
  const key = keyOf(table);
  const selected = [
    ...columnsOf(exported).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
    ...key.map((column, at) => sql`${column}::text as ${sql.identifier(`key ${at}`)}`),
  ];
  // PostgreSQL converts each parameter to the type of the column it is compared with.
  const values = after?.map((value) => sql`${value}`);
  const afterLast = values?.length ? sql`and (${sql.join(key, sql`, `)}) > (${sql.join(values, sql`, `)})` : sql``;
  const order = key.length > 0 ? sql`order by ${sql.join(key, sql`, `)}` : sql``;
  return sql`select ${sql.join(selected, sql`, `)} from ${table}
    where ${ownerOf(table)} = ${accountId} ${afterLast} ${order} limit ${PAGE_ROWS}`;
}

/** Returns the columns of a table that its account's owner may read. */
function visibleColumns({ hidden }: Tenant, exported: ExportedTable): [string, PgColumn][] {
  const own = resources.filter(({ name, scope }) => scope !== 'platform' && referencedTable(name) === exported.table);
  const left = own.flatMap((resource) => hiddenFields(resource, hidden));
  return columnsOf(exported).filter(([name]) => !left.includes(name));
}

async function* linesOf(db: Db, owner: Tenant, exported: ExportedTable): AsyncGenerator<string> {
  const key = keyOf(exported.table);
  const names = visibleColumns(owner, exported).map(([name]) => name);
  const isAudit = exported.table === auditEntries;
  let after: unknown[] | null = null;
  for (;;) {
    const rows: ExportRow[] = await readTenant<ExportRow>(db, owner, pageQuery(exported, owner.accountId, after));
    const lines = rows.map((row) => {
      const visible = Object.fromEntries(names.map((name) => [name, row[name]]));
      const detail = isAudit && {
        detail: visibleDetail(row as Pick<AuditEntry, 'action' | 'detail'>, owner.hidden, false),
      };
      return JSON.stringify({ ...visible, ...detail });
    });
    if (lines.length > 0) yield `${lines.join('\n')}\n`;
    if (rows.length < PAGE_ROWS) return;
    after = key.map((_, at) => rows.at(-1)?.[`key ${at}`]);
  }
}

/** It cannot leave its folder in any archive program. */
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

const rowFiles = (db: Db, owner: Tenant, table: AnyPgTable) =>
  readTenant<{ id: string; name: string; field: string }>(
    db,
    owner,
    sql`select id, name, field from ${table} where account_id = ${owner.accountId} and row_id is not null order by id`,
  );

/** Returns the text of the archive's README. */
function readMe(): string {
  const files = EXPORTED.map(
    ({ file, descriptionKey = `export.files.${file}` }) => `${file}.jsonl\n  ${t(descriptionKey)}`,
  );
  return [t('export.intro'), ...files, `arquivos/\n  ${t('export.originals')}`, t('export.leftOut'), ''].join('\n\n');
}

/** Generated when the archive reaches it. An error in either one closes the other. */
function addLazily(zip: ZipFile, path: string, make: () => AsyncIterable<string | Buffer>): void {
  const output = zip.outputStream as Readable;
  zip.addReadStreamLazy(path, (take) => {
    const source = Readable.from(make(), { objectMode: false });
    source.on('error', (error) => output.destroy(error));
    output.once('close', () => source.destroy());
    take(null, source);
  });
}

/** A zip of everything, in pages, so that neither memory nor the length of a transaction grows with the account. */
export async function exportAccount(db: Db, { accountId, tenant: { hidden } }: ActingUser): Promise<Readable> {
  const owner = tenant(accountId, 'all', hidden);
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  // The consumer handles errors; this listener only keeps an error after a disconnect from ending the process.
  output.on('error', () => undefined);
  output.setMaxListeners(0);
  zip.addBuffer(Buffer.from(readMe(), 'utf8'), t('export.readMe'));
  for (const exported of EXPORTED) addLazily(zip, `${exported.file}.jsonl`, () => linesOf(db, owner, exported));
  for (const { id, name } of await originals(db, owner)) {
    addLazily(zip, `arquivos/${id}-${safeName(name ?? '')}`, () => fileSlices(db, owner, id));
  }
  for (const [resource, table] of Object.entries(filesTables)) {
    for (const { id, name, field } of await rowFiles(db, owner, table)) {
      if (owner.hidden.has(objectOf({ name: resource }, field))) continue;
      const where = sql`account_id = ${owner.accountId} and id = ${id}`;
      addLazily(zip, `arquivos/${id}-${safeName(name)}`, () => slicesOf(db, owner, table, where));
    }
  }
  zip.end();
  return output;
}
