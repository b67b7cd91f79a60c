import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CHROMIUM_FLAGS, findChromium } from '../../tests/support/browser.ts';

interface PaintOptions {
  items: object | null;
  slowdown: number;
  kbits?: number;
}

/** A browser without any instrumentation. */
interface BareBrowser {
  /**
   * Opens an address with an empty cache and `items` in localStorage. Returns the time in ms from navigation until
   * `shown` (an expression of the page) is painted. `slowdown`: 1 is full CPU speed, 4 four times slower. `kbits`: the speed of
   * the line per second, with a latency of 150 ms.
   */
  paintedAfter(url: string, shown: string, options: PaintOptions): Promise<number>;
  close(): Promise<void>;
}

type Send = <T>(method: string, params?: object, sessionId?: string) => Promise<T>;

/**
 * Connects to Chromium's DevTools protocol over its WebSocket (https://chromedevtools.github.io/devtools-protocol/).
 */
async function connect(address: string): Promise<{ send: Send; close: () => void }> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`Nobody answers at ${address}`));
  });
  const waiting = new Map<number, (answer: unknown) => void>();
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(String(data));
    waiting.get(id)?.(error ? Promise.reject(new Error(error.message)) : result);
    waiting.delete(id);
  };
  let last = 0;
  const send = <T>(method: string, params: object = {}, sessionId?: string): Promise<T> => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise<T>((resolve) => waiting.set(id, resolve as (answer: unknown) => void));
  };
  return { send, close: () => socket.close() };
}

/** Runs in the page: sets the items, and returns a promise of the time two frames after the content is shown. */
const watch = (items: object | null, shown: string) => `
  for (const [key, value] of Object.entries(${JSON.stringify(items ?? {})})) localStorage.setItem(key, value);
  window.painted = new Promise((resolve) => {
    const look = () => {
      if (!(${shown})) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
  });`;

/**
 * Starts Chromium without the protocol domains that inspect a page. With those (Runtime, Network; Playwright enables
 * all), V8 records the origin of each call and error, for which it parses whole programs again. That is a seventh of
 * the measured time, and no visitor has it.
 */
export async function openBareBrowser(): Promise<BareBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'prosa-bare-'));
  const flags = [...CHROMIUM_FLAGS, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(findChromium(), [...flags, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('Chromium ended as it started')));
    createInterface(child.stderr).on('line', (line) => {
      const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  const { send, close } = await connect(address);
  return {
    async paintedAfter(url, shown, { items, slowdown, kbits }) {
      const { browserContextId } = await send<{ browserContextId: string }>('Target.createBrowserContext');
      const target = { url: 'about:blank', browserContextId };
      const { targetId } = await send<{ targetId: string }>('Target.createTarget', target);
      const attached = { targetId, flatten: true };
      const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', attached);
      const sendToPage = <T = unknown>(method: string, params?: object) => send<T>(method, params, sessionId);
      const screen = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false };
      await sendToPage('Emulation.setDeviceMetricsOverride', screen);
      await sendToPage('Page.enable');
      await sendToPage('Page.addScriptToEvaluateOnNewDocument', { source: watch(items, shown) });
      await sendToPage('Emulation.setCPUThrottlingRate', { rate: slowdown });
      if (kbits !== undefined) {
        const throughput = (kbits * 1_000) / 8;
        const line = { offline: false, latency: 150, downloadThroughput: throughput, uploadThroughput: throughput };
        await sendToPage('Network.enable');
        await sendToPage('Network.emulateNetworkConditions', line);
      }
      await sendToPage('Page.navigate', { url });
      const expression = { expression: 'window.painted', awaitPromise: true, returnByValue: true };
      const { result } = await sendToPage<{ result: { value: number } }>('Runtime.evaluate', expression);
      await send('Target.disposeBrowserContext', { browserContextId });
      return result.value;
    },
    async close() {
      close();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
