import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { allTables } from './all-tables.ts';
import { drawTables } from './draw-tables.ts';

/*
 * `npm run db:generate`: writes the migration from the last snapshot to the declared tables. It uses drizzle-kit's
 * API because the command only reads the exports of a module and misses the derived tables. Also draws docs/tables.md.
 */
const FOLDER = join(import.meta.dirname, 'migrations');

interface MigrationJournal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}
const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;

/** Returns the statements missing from the migrations in `folder`, and the resulting snapshot. */
async function missingStatements(folder = FOLDER) {
  const { generateDrizzleJson, generateMigration } = await import('drizzle-kit/api');
  const meta = join(folder, 'meta');
  const last = readdirSync(meta)
    .filter((file) => file.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  const declared = Object.fromEntries(allTables.map((table) => [getTableName(table), table]));
  const before = last ? readJson<Awaited<ReturnType<typeof generateDrizzleJson>>>(join(meta, last)) : undefined;
  const empty = generateDrizzleJson({});
  const snapshot = generateDrizzleJson(declared, before?.id);
  return { statements: await generateMigration(before ?? empty, snapshot), snapshot };
}

/** Writes the missing statements as the next migration. Returns its name, or null if nothing was missing. */
async function generate(name: string): Promise<string | null> {
  const { statements, snapshot } = await missingStatements(FOLDER);
  if (statements.length === 0) return null;
  const journalPath = join(FOLDER, 'meta/_journal.json');
  const journal = readJson<MigrationJournal>(journalPath);
  const idx = journal.entries.length;
  const tag = `${String(idx).padStart(4, '0')}_${name}`;
  writeFileSync(join(FOLDER, `${tag}.sql`), `${statements.join('\n--> statement-breakpoint\n')}\n`);
  writeFileSync(join(FOLDER, `meta/${tag.slice(0, 4)}_snapshot.json`), `${JSON.stringify(snapshot, null, 1)}\n`);
  journal.entries.push({ idx, version: '7', when: Date.now(), tag, breakpoints: true });
  writeFileSync(journalPath, `${JSON.stringify(journal, null, 2)}\n`);
  return tag;
}

if (process.argv[1] === import.meta.filename && existsSync(FOLDER)) {
  const tag = await generate(process.argv[2] ?? 'change');
  writeFileSync(join(import.meta.dirname, '../../../docs/tables.md'), drawTables());
  console.log(tag ? `Wrote ${tag}.sql` : 'Nothing to generate.');
}
