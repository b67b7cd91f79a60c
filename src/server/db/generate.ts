import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { generateDrizzleJson as GenerateDrizzleJson } from 'drizzle-kit/api';
import { getTableName } from 'drizzle-orm';
import { resources } from '../../../resources/index.ts';
import { allTables } from './all-tables.ts';
import { declarationFault } from './check-declarations.ts';
import { drawTables } from './draw-tables.ts';

/* Uses drizzle-kit's API: its command misses the derived tables. Also draws docs/tables.md. */
const FOLDER = join(import.meta.dirname, 'migrations');

interface MigrationJournal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}
const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;

/** Foreign keys last: they need their targets' unique keys. `set null` names its column, since the account stays. */
function inOrder(statements: readonly string[]): string[] {
  const isForeignKey = (statement: string) => statement.includes(' FOREIGN KEY ');
  return [
    ...statements.filter((statement) => !isForeignKey(statement)),
    ...statements
      .filter(isForeignKey)
      .map((statement) =>
        statement.replace(/(FOREIGN KEY \((?:"\w+",)+("\w+")\).*) ON DELETE set null/i, '$1 ON DELETE set null ($2)'),
      ),
  ];
}

type Snapshot = Awaited<ReturnType<typeof GenerateDrizzleJson>>;

/** From a snapshot (by default an empty one); with the tables' snapshot. */
export async function statementsFrom(before: Snapshot | undefined, tables: Record<string, unknown>) {
  const { generateDrizzleJson, generateMigration } = await import('drizzle-kit/api');
  const snapshot = generateDrizzleJson(tables, before?.id);
  return { statements: inOrder(await generateMigration(before ?? generateDrizzleJson({}), snapshot)), snapshot };
}

/** The newest migration's snapshot is kept; the ones before it are in the history of the repository. */
function snapshotPath(): string | undefined {
  const meta = join(FOLDER, 'meta');
  const file = readdirSync(meta).find((name) => name.endsWith('_snapshot.json'));
  return file && join(meta, file);
}

async function missingStatements() {
  const last = snapshotPath();
  const declared = Object.fromEntries(allTables.map((table) => [getTableName(table), table]));
  return statementsFrom(last ? readJson<Snapshot>(last) : undefined, declared);
}

async function generate(name: string): Promise<string | null> {
  const { statements, snapshot } = await missingStatements();
  if (statements.length === 0) return null;
  const journalPath = join(FOLDER, 'meta/_journal.json');
  const journal = readJson<MigrationJournal>(journalPath);
  const idx = journal.entries.length;
  const tag = `${String(idx).padStart(4, '0')}_${name}`;
  writeFileSync(join(FOLDER, `${tag}.sql`), `${statements.join('\n--> statement-breakpoint\n')}\n`);
  const last = snapshotPath();
  if (last) rmSync(last);
  writeFileSync(join(FOLDER, `meta/${tag.slice(0, 4)}_snapshot.json`), `${JSON.stringify(snapshot, null, 1)}\n`);
  journal.entries.push({ idx, version: '7', when: Date.now(), tag, breakpoints: true });
  writeFileSync(journalPath, `${JSON.stringify(journal, null, 2)}\n`);
  return tag;
}

if (process.argv[1] === import.meta.filename && existsSync(FOLDER)) {
  const fault = declarationFault(resources);
  if (fault) {
    console.error(fault);
    process.exit(78);
  }
  const tag = await generate(process.argv[2] ?? 'change');
  writeFileSync(join(import.meta.dirname, '../../../docs/tables.md'), drawTables());
  console.log(tag ? `Wrote ${tag}.sql` : 'Nothing to generate.');
}
