import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const kept = globalThis as { keptEngine?: Promise<WebAssembly.Module> };

/**
 * The database engine's machine code, held as long as this process lives: V8 shares it with every thread that compiles
 * the same bytes, and so the second server of a process finds compiled and optimized what the first one used.
 */
kept.keptEngine ??= WebAssembly.compile(
  readFileSync(
    createRequire(import.meta.url)
      .resolve('@electric-sql/pglite')
      .replace(/[^/]+$/, 'pglite.wasm'),
  ),
);
await kept.keptEngine;
