import { getTableName } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { tableGroups } from './all-tables.ts';

const HEAD = `# Tables

Written by \`npm run db:generate\` from \`src/server/db/schema/\` and \`resources/\`. An arrow points from a foreign key to the table
that it names; every table with an \`account_id\` also belongs to a row of \`accounts\`, which is not drawn.
`;

/** By the last column: the first one is the account's. */
function keysOf(table: PgTable): { to: string; by: string }[] {
  return getTableConfig(table)
    .foreignKeys.map((key) => key.reference())
    .map(({ columns, foreignTable }) => ({ to: getTableName(foreignTable), by: columns.at(-1)!.name }))
    .filter(({ by }) => by !== 'account_id');
}

function drawGroup(name: string, tables: readonly PgTable[]): string {
  const lines = tables
    .toSorted((a, b) => (getTableName(a) < getTableName(b) ? -1 : 1))
    .flatMap((table) => {
      const keys = keysOf(table).map(({ to, by }) => `  ${getTableName(table)} -->|${by}| ${to}`);
      return [`  ${getTableName(table)}`, ...keys];
    });
  return `## ${name}\n\n\`\`\`mermaid\nflowchart LR\n${lines.join('\n')}\n\`\`\`\n`;
}

/** docs/tables.md: the tables by declaring file, as Mermaid diagrams. */
export const drawTables = (): string =>
  [HEAD, ...Object.entries(tableGroups).map(([name, tables]) => drawGroup(name, tables))].join('\n');
