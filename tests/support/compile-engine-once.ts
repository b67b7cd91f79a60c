import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const globals = globalThis as { compiledEngine?: Promise<WebAssembly.Module> };

/**
 * Keeps the compiled database engine in memory for the life of the process: V8 shares it between threads that compile
 * the same bytes, so further servers start faster.
 */
globals.compiledEngine ??= WebAssembly.compile(
  readFileSync(
    createRequire(import.meta.url)
      .resolve('@electric-sql/pglite')
      .replace(/[^/]+$/, 'pglite.wasm'),
  ),
);
await globals.compiledEngine;
