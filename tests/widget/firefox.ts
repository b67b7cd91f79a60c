import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';

const PATHS = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The path of the installed Firefox, or undefined. */
export const firefoxPath = PATHS.find((path) => path && existsSync(path));

/** Starts Firefox headless with a new profile. Puppeteer, because Playwright needs a Firefox build of its own. */
export async function startFirefox(): Promise<Browser> {
  // Firefox refuses a home directory that belongs to another user.
  const home = mkdtempSync(join(tmpdir(), 'prosa-firefox-'));
  const env = { ...process.env, HOME: home };
  const options = { browser: 'firefox', executablePath: firefoxPath, timeout: 60_000, env } as const;
  const firefox = await puppeteer.launch(options);
  firefox.once('disconnected', () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return firefox;
}
