import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type LivePolicy, openLivePolicy } from '../../access-control/live-policy.ts';
import { resources } from '../../resources/index.ts';
import { createApp } from './app.ts';
import { seedPlans } from './billing/plans.ts';
import { buildIfNeeded, DIST } from './build.ts';
import { updateHelpBase } from './chat/help-base/update-help-base.ts';
import { seedModels } from './chat/models/seed-models.ts';
import { declarationFault } from './db/check-declarations.ts';
import { connectDatabase, type Database, JOB_STATEMENT_MS } from './db/connect.ts';
import { migrateDatabase } from './db/migrate.ts';
import { hasUsers } from './db/platform.ts';
import { fileError, StartupError } from './db/startup-error.ts';
import { openOrm, withStatementTimeout } from './db/tenant.ts';
import { type DemoLogin, findKnownLogins, replaceKnownPasswords, seedDemo, seedDemoConversations } from './demo.ts';
import { LOAD_LIMITS } from './http/shed-load.ts';
import { releaseLeases } from './jobs/queue.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { warmBases } from './knowledge/base.ts';
import { createOutbound } from './outbound/outbound.ts';
import { startBillingTasks, startPeriodicTasks } from './periodic-tasks.ts';
import { type Env, isPublic, readEnv } from './runtime/env.ts';
import { readMaxConnections } from './runtime/file-descriptors.ts';
import { openLog, traceError } from './runtime/log.ts';
import { readSecretKey } from './runtime/secrets.ts';
import type { Services } from './runtime/services.ts';
import { hasTexts } from './runtime/translate.ts';
import { adoptSecretKey } from './secret-key.ts';
import { stopServer } from './stop.ts';
import { jobHandlers } from './workers.ts';

/** Number of knowledge bases to load at startup. */
const WARM_BASES = 50;
/** How long the start waits for them, in milliseconds; one that is being loaded may exceed it. */
const WARM_BEFORE_MS = 1_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

function listenError(error: NodeJS.ErrnoException, env: Env): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartupError('port_taken', `A porta ${env.PORT} já está em uso. Escolha outra com PORT=3001.`, 75);
  }
  if (['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(error.code ?? '')) {
    return new StartupError('bad_environment', `Não é possível escutar em ${env.HOST}:${env.PORT}.`, 78);
  }
  return error;
}

async function listen(app: FastifyInstance, env: Env): Promise<string> {
  try {
    await app.listen({ port: env.PORT, host: env.HOST });
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, env);
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : env.PORT;
  const host = ['127.0.0.1', '0.0.0.0', '::'].includes(env.HOST) ? 'localhost' : env.HOST;
  return `http://${host}:${port}`;
}

async function prepare(database: Database): Promise<ReturnType<typeof openOrm>> {
  await migrateDatabase(database.pool);
  database.limitStatements();
  const db = openOrm(database.kind, database.pool);
  await seedPlans(db);
  await seedModels(db);
  if (db.kind === 'embedded') await releaseLeases(db);
  return db;
}

function printWelcome(url: string, env: Env, demoLogins: readonly DemoLogin[]): void {
  const lines = [`Prosa está no ar em ${url}`];
  for (const { email, password } of demoLogins) lines.push(`Demonstração: ${email}, senha ${password}`);
  if (!env.SMTP_URL) lines.push(`Os e-mails ficam em ${join(env.DATA_DIR, 'outbox')}`);
  print(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
}

/** Before the database is opened. */
async function checkPort(env: Env): Promise<void> {
  const probe = createServer();
  const failed = once(probe, 'error').then(([error]) => error as NodeJS.ErrnoException);
  probe.listen(env.PORT, env.HOST);
  const error = await Promise.race([
    failed,
    once(probe, 'listening').then(
      () => null,
      () => failed,
    ),
  ]);
  if (error) throw listenError(error, env);
  probe.close();
  await once(probe, 'close');
}

async function reloadPolicy(policy: LivePolicy, log: ReturnType<typeof openLog>): Promise<void> {
  try {
    const version = await policy.reload();
    log.info({ policy: version }, 'the policy was read again and is in force');
  } catch (error) {
    log.error({ err: error, policy: policy.version }, 'the changed policy was refused: the one in force stays');
  }
}

async function start(): Promise<void> {
  const fault = declarationFault(resources);
  if (fault) throw new StartupError('bad_declaration', fault, 78);
  const untold = resources.find(({ name, path }) => path !== '' && !hasTexts(name));
  if (untold)
    throw new StartupError(
      'no_texts',
      `The resource ${untold.name} has no locales/pt-BR/${untold.name}.json: tests/locales.test.ts names its texts.`,
      78,
    );
  const env = readEnv(process.env);
  const connections = readMaxConnections();
  const log = openLog(env.LOG_LEVEL);
  await checkPort(env);
  const database = await connectDatabase({
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    log: (message, fields) => log.info(fields ?? {}, message),
    onLost: (error) => {
      log.fatal({ err: error }, 'the embedded database has stopped');
      process.exit(70);
    },
  });
  const ending = new AbortController();
  let app: FastifyInstance | undefined;
  let worker: Worker | undefined;
  const close = async () => {
    ending.abort();
    const isComplete = await stopServer({ app, worker, database });
    if (!isComplete) log.warn('shutdown timed out before everything was closed');
  };
  let closing: Promise<void> | undefined;
  const stop = () => (closing ??= close());
  try {
    const [db, policy] = await Promise.all([prepare(database), openLivePolicy(), buildIfNeeded(print)]);
    process.on('SIGHUP', () => void reloadPolicy(policy, log));
    const key = readSecretKey(env, await hasUsers(db));
    await adoptSecretKey(db, env, key, log);
    let publicUrl = env.PUBLIC_URL?.replace(/\/$/, '') ?? '';
    const services: Services = {
      db,
      env,
      policy,
      key,
      outbound: createOutbound({
        allow: env.CRAWL_ALLOW,
        userAgent: `ProsaBot/1.0 (+${publicUrl || 'https://prosa.local'})`,
      }),
      publicUrl: () => publicUrl,
    };
    app = await createApp({ services, logger: log, dist: DIST, loadLimits: { ...LOAD_LIMITS, connections } });
    const warm = (signal: AbortSignal) =>
      warmBases(db, WARM_BASES, signal).catch((error) =>
        log.warn({ err: error }, 'knowledge bases could not be preloaded'),
      );
    // Loads some bases before the server listens and the others afterwards, so that the first questions are fast.
    await warm(AbortSignal.timeout(WARM_BEFORE_MS));
    const jobServices = { ...services, db: withStatementTimeout(db, JOB_STATEMENT_MS) };
    await startPeriodicTasks(jobServices.db, log, ending.signal);
    // Must run before the server can be reached.
    const replaced = isPublic(env) ? await replaceKnownPasswords(db) : [];
    const url = await listen(app, env);
    // From here on there may be requests in progress, even while the demo is still being filled.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void stop().then(() => process.exit(0)));
    }
    publicUrl ||= url;
    worker = startWorker(jobServices.db, jobHandlers(jobServices, log), log);
    startBillingTasks(jobServices, log, ending.signal);
    void warm(ending.signal);
    const wantsDemo = db.kind === 'embedded' && (env.DEMO ?? (isPublic(env) ? 'off' : 'on')) === 'on';
    const demo = wantsDemo ? await seedDemo(services, isPublic(env)) : null;
    await updateHelpBase(services).catch((error) => log.warn({ err: error }, 'the help base could not be updated'));
    const stillKnown = wantsDemo && !demo ? await findKnownLogins(db) : [];
    printWelcome(publicUrl, env, [...(demo?.logins ?? []), ...replaced, ...stillKnown]);
    if (demo) {
      await seedDemoConversations(services, demo.contextId, ending.signal).catch((error) =>
        log.warn({ err: error }, 'the demo conversations could not be created'),
      );
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

start().catch((reason: unknown) => {
  const error = fileError(reason);
  if (error instanceof StartupError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(error.exitCode);
  }
  process.stderr.write(`${traceError(error)}\n`);
  process.exit(1);
});
