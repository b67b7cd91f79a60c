import { resolve } from 'node:path';
import pg from 'pg';
import { openEmbedded, socketFolder } from './embedded/open.ts';
import { openPool } from './open-pool.ts';
import { StartupError } from './startup-error.ts';

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  readonly pool: pg.Pool;
  /** Of the embedded database, after the migrations; PostgreSQL has its own. */
  limitStatements(): void;
  close(): Promise<void>;
}

interface DatabaseConfig {
  dataDir: string;
  /** If absent, the embedded database in `dataDir`. */
  databaseUrl?: string;
  /** Where the operator gave it, for error messages. */
  databaseUrlSource?: string;
  /** Timeout of a request's statement, in milliseconds. */
  statementTimeoutMs?: number;
  log?: (message: string, fields?: object) => void;
  /** Nothing can be saved after that. */
  onLost?: (error: Error) => void;
}

const OLDEST_VERSION = 150_000;
const CONNECT_MS = 5_000;
/** Long, to serve bursts even on slow machines: giving up early would waste reserved credits. */
const POOL_WAIT_MS = 60_000;

/** On PostgreSQL; for jobs see `withStatementTimeout`. */
const REQUEST_STATEMENT_MS = 15_000;
export const JOB_STATEMENT_MS = 120_000;
/** A running statement of the embedded database blocks all others. */
const EMBEDDED_STATEMENT_MS = 30_000;

/** The pool has one timeout for waiting and connecting. */
class FastConnectClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(typeof config === 'object' ? { ...config, connectionTimeoutMillis: CONNECT_MS } : config);
  }
}

async function openPostgres(
  databaseUrl: string,
  databaseUrlSource: string,
  statementTimeoutMs: number,
  log: NonNullable<DatabaseConfig['log']>,
): Promise<Database> {
  const pool = openPool({
    connectionString: databaseUrl,
    max: 20,
    connectionTimeoutMillis: POOL_WAIT_MS,
    Client: FastConnectClient,
    application_name: 'prosa',
    statementTimeoutMs,
    onLost: (error) => log('a connection was lost', { err: error }),
  });
  const close = async () => {
    if (!pool.ending) await pool.end();
  };
  try {
    const { rows } = await pool.query<{ version: string; encoding: string }>(
      `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
    );
    const { version, encoding } = rows[0]!;
    if (Number(version) < OLDEST_VERSION)
      throw new StartupError('database_too_old', 'O PostgreSQL precisa ser da versão 15 ou mais nova.', 78);
    // Jobs would fail on texts with accents, such as in `SQL_ASCII`, which `initdb` chooses without a locale.
    if (encoding !== 'UTF8')
      throw new StartupError(
        'database_encoding',
        `O banco de dados está em ${encoding}. Crie outro com ENCODING 'UTF8' TEMPLATE template0.`,
        78,
      );
  } catch (error) {
    await close();
    if (error instanceof StartupError) throw error;
    // The driver's message may contain host and user (never the password), so only the code is shown.
    const { code = 'sem resposta' } = error as { code?: string };
    throw new StartupError(
      'database_unreachable',
      `Não foi possível conectar ao banco de dados em ${databaseUrlSource} (${code}).`,
      69,
    );
  }
  return { kind: 'postgres', pool, limitStatements: () => undefined, close };
}

/** PostgreSQL if `databaseUrl` is set, else embedded, behind the same kind of pool. Throws `StartupError`. */
export async function connectDatabase(config: DatabaseConfig): Promise<Database> {
  const { dataDir, databaseUrl, databaseUrlSource = 'DATABASE_URL', statementTimeoutMs } = config;
  const { log = () => undefined, onLost = () => undefined } = config;
  if (databaseUrl) return openPostgres(databaseUrl, databaseUrlSource, statementTimeoutMs ?? REQUEST_STATEMENT_MS, log);
  const embedded = await openEmbedded(dataDir, log, onLost);
  const limitStatements = () => embedded.limitStatements(statementTimeoutMs ?? EMBEDDED_STATEMENT_MS);
  return { kind: 'embedded', pool: embedded.pool, limitStatements, close: embedded.close };
}

/** Like `connectDatabase`, but joins the embedded database of a server that runs. For commands. */
export async function joinDatabase(config: Pick<DatabaseConfig, 'dataDir' | 'databaseUrl'>): Promise<Database> {
  try {
    return await connectDatabase(config);
  } catch (error) {
    if (!(error instanceof StartupError && error.code === 'data_dir_taken')) throw error;
    const host = socketFolder(resolve(config.dataDir));
    const pool = openPool({ host, user: 'postgres', database: 'postgres', max: 1, onLost: () => undefined });
    return { kind: 'embedded', pool, limitStatements: () => undefined, close: () => pool.end() };
  }
}
