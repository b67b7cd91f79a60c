import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Node's cache of compiled modules, which saves a second of each start after one that ended by itself. */
const COMPILED = join(ROOT, 'node_modules/.cache/node');
/** Includes the console's build at the first start. */
const START_MS = 120_000;

export interface Program {
  child: ChildProcess;
  url: string;
  /** Everything it has printed. */
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

interface ProgramOptions {
  cwd?: string;
  /** The most files and connections that it may have open. */
  descriptors?: number;
}

function run(env: Record<string, string>, { cwd = ROOT, descriptors }: ProgramOptions) {
  const limit = descriptors ? `ulimit -n ${descriptors} && ` : '';
  const { PATH, HOME } = process.env;
  const child = spawn('sh', ['-c', `${limit}exec "$0" src/server/main.ts`, process.execPath], {
    cwd,
    env: { PATH, HOME, NODE_COMPILE_CACHE: COMPILED, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  return { child, output: () => printed };
}

/** Runs the program when it is expected to fail at start. If it starts instead, it is killed and has no exit code. */
export async function runToEnd(
  env: Record<string, string>,
  options: ProgramOptions = {},
): Promise<{ exitCode: number; output: string }> {
  const { child, output } = run(env, options);
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const [exitCode] = await once(child, 'close');
  clearTimeout(timer);
  return { exitCode: exitCode as number, output: output() };
}

/** Starts the program like `npm start`, and waits until it prints its address. */
export async function startProgram(env: Record<string, string>, options: ProgramOptions = {}): Promise<Program> {
  const { child, output } = run({ PORT: String(await freePort()), ...env }, options);
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`It did not start:\n${output()}`)), START_MS);
    child.stdout.on('data', () => {
      const found = /no ar em (\S+)/.exec(output())?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      reject(new Error(`It ended with ${code}:\n${output()}`));
    });
  });
  return {
    child,
    url,
    output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill(signal);
      const [code] = await once(child, 'close');
      return code as number | null;
    },
  };
}
