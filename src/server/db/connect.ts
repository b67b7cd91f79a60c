import pg from 'pg';
import { openEmbedded } from './embedded/open.ts';
import { openPool } from './open-pool.ts';
import { StartupError } from './startup-error.ts';

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  readonly pool: pg.Pool;
  /** Has long statements end, once the migrations have run. PostgreSQL does so by itself. */
  limitStatements(): void;
  close(): Promise<void>;
}

export interface DatabaseConfig {
  dataDir: string;
  /** PostgreSQL to connect to; without it the embedded database in `dataDir`. */
  databaseUrl?: string;
  /** How long a statement of a request may take. */
  statementTimeoutMs?: number;
  log?: (message: string, fields?: object) => void;
  /** The embedded database ended by itself: nothing can be saved any more. */
  onLost?: (error: Error) => void;
}

const OLDEST_VERSION = 150_000;
/** How long a server may take to let us in. */
const CONNECT_MS = 5_000;
/**
 * How long one waits for a turn at the pool's connections. Of many who come at once each is served, on a slow machine too:
 * who gave up early would leave undone what he had reserved, after others were refused because of it.
 */
const TURN_MS = 60_000;

/** How long a statement may take on PostgreSQL: a request's, and a job's (`withStatementTimeout`). */
const REQUEST_STATEMENT_MS = 15_000;
export const JOB_STATEMENT_MS = 120_000;
/** On the embedded database any statement's: while one runs all others wait, whoever sent it. */
const EMBEDDED_STATEMENT_MS = 30_000;

/** The pool has one limit for both, and hands it on. */
class PromptClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(typeof config === 'object' ? { ...config, connectionTimeoutMillis: CONNECT_MS } : config);
  }
}

async function openPostgres(
  databaseUrl: string,
  statementTimeoutMs: number,
  log: NonNullable<DatabaseConfig['log']>,
): Promise<Database> {
  const pool = openPool({
    connectionString: databaseUrl,
    max: 20,
    connectionTimeoutMillis: TURN_MS,
    Client: PromptClient,
    application_name: 'prosa',
    statementTimeoutMs,
    onLost: (error) => log('a connection was lost', { err: error }),
  });
  const close = async () => {
    if (!pool.ending) await pool.end();
  };
  try {
    const { rows } = await pool.query<{ version: string }>(`select current_setting('server_version_num') as version`);
    if (Number(rows[0]?.version) < OLDEST_VERSION) {
      throw new StartupError('database_too_old', 'O PostgreSQL precisa ser da versão 15 ou mais nova.', 78);
    }
  } catch (error) {
    await close();
    if (error instanceof StartupError) throw error;
    // The driver's own words may hold the address and the user, never the password; the code says enough.
    const { code = 'sem resposta' } = error as { code?: string };
    throw new StartupError(
      'database_unreachable',
      `Não foi possível conectar ao banco de dados em DATABASE_URL (${code}).`,
      69,
    );
  }
  return { kind: 'postgres', pool, limitStatements: () => undefined, close };
}

/**
 * Connects to the database: PostgreSQL when its address is given, the embedded one otherwise. Both are spoken to
 * through the same pool; nothing above this knows which it is.
 * @throws StartupError with a sentence for whoever starts the server.
 */
export async function connectDatabase(config: DatabaseConfig): Promise<Database> {
  const { dataDir, databaseUrl, statementTimeoutMs, log = () => undefined, onLost = () => undefined } = config;
  if (databaseUrl) return openPostgres(databaseUrl, statementTimeoutMs ?? REQUEST_STATEMENT_MS, log);
  const embedded = await openEmbedded(dataDir, log, onLost);
  const limitStatements = () => embedded.limitStatements(statementTimeoutMs ?? EMBEDDED_STATEMENT_MS);
  return { kind: 'embedded', pool: embedded.pool, limitStatements, close: embedded.close };
}
