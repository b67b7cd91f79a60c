import { type Browser, chromium } from 'playwright-core';

/** A real Chromium in which `loja.test` resolves to this machine: without TLS and therefore not a secure context. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP loja.test 127.0.0.1',
    ],
  });
}
