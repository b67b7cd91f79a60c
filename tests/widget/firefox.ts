import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PLACES = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The path of the installed Firefox, or undefined. */
export const firefoxPath = PLACES.find((path) => path && existsSync(path));

/** A Firefox window controlled through WebDriver BiDi. */
export interface Firefox {
  goto(url: string): Promise<void>;
  /**
   * Returns the value of an expression in the page and awaits promises. Only text, numbers, booleans and null are
   * supported.
   */
  evaluate(expression: string): Promise<unknown>;
  /** Waits until an expression is true in the page. @throws Error after 20 s */
  until(expression: string): Promise<void>;
  /** Presses keys one after the other, like a user. */
  type(text: string): Promise<void>;
  clickAt(x: number, y: number): Promise<void>;
  /** The errors that the page reported. */
  readonly errors: string[];
  close(): Promise<void>;
}

const PREFERENCES = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.server': '',
};

type Told = { id?: number; method?: string; params?: any; result?: any; error?: string; message?: string };

/** Returns the WebSocket address that Firefox prints when it starts. */
function addressOf(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(() => reject(new Error(`Firefox did not start: ${said}`)), 60_000);
    browser.stderr!.on('data', (chunk) => {
      said += String(chunk);
      const [, address] = /listening on (ws:\S+)/.exec(said) ?? [];
      if (!address) return;
      clearTimeout(late);
      resolve(address);
    });
  });
}

async function dial(address: string) {
  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, (told: Told) => void>();
  const errors: string[] = [];
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const told = JSON.parse(String(data)) as Told;
    if (told.id !== undefined) waiting.get(told.id)?.(told);
    else if (told.params?.level === 'error') errors.push(String(told.params.text));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const call = async (method: string, params: object = {}): Promise<any> => {
    const id = ++last;
    const answer = new Promise<Told>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const told = await answer;
    waiting.delete(id);
    if (told.error) throw new Error(`${method}: ${told.error}: ${told.message}`);
    return told.result;
  };
  return { call, errors, close: () => socket.close() };
}

/** Starts Firefox headless with a new profile. */
export async function startFirefox(): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'prosa-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  // Firefox refuses a home directory that belongs to another user.
  const env = { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' };
  const browser = spawn(firefoxPath!, [...args, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'], env });
  const gone = new Promise((resolve) => browser.once('exit', resolve));
  const { call, errors, close } = await dial(await addressOf(browser));
  await call('session.new', { capabilities: {} });
  await call('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await call('browsingContext.getTree');
  const context = contexts[0].context as string;
  const evaluate = async (expression: string) => {
    const told = await call('script.evaluate', { expression, target: { context }, awaitPromise: true });
    if (told.type === 'exception') throw new Error(String(told.exceptionDetails.text));
    return told.result.value ?? null;
  };
  const act = (actions: object[]) => call('input.performActions', { context, actions });
  return {
    errors,
    evaluate,
    goto: (url) => call('browsingContext.navigate', { context, url, wait: 'complete' }),
    async until(expression) {
      const isThere = await evaluate(`new Promise((resolve) => {
        const end = Date.now() + 20_000;
        const look = () => ((${expression}) ? resolve(true) : Date.now() > end ? resolve(false) : setTimeout(look, 50));
        look();
      })`);
      if (!isThere) throw new Error(`Never in Firefox: ${expression}`);
    },
    type: (text) =>
      act([
        {
          type: 'key',
          id: 'keys',
          actions: [...text].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ]),
    clickAt: (x, y) =>
      act([
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ]),
    async close() {
      await call('browser.close').catch(() => undefined);
      close();
      const late = setTimeout(() => browser.kill('SIGKILL'), 10_000);
      await gone;
      clearTimeout(late);
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
