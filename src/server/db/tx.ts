import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];
