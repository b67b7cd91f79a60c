import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

/** Builds an app of this folder and serves it precompressed; forwards its calls to the program at `api`. */
export async function servePlain(
  name: 'plain-refine' | 'scaffold-refine',
  api: string,
): Promise<{ url: string; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-plain-'));
  await build({
    configFile: false,
    root: join(import.meta.dirname, name),
    plugins: [react()],
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5_000 },
  });
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name) in TYPES);
  const files = new Map(
    names.map((name) => {
      const bytes = readFileSync(join(folder, name));
      return [`/${name}`, { type: TYPES[extname(name)], gzip: gzipSync(bytes), br: brotliCompressSync(bytes) }];
    }),
  );
  rmSync(folder, { recursive: true, force: true });
  const server = createServer((incoming, reply) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://x');
    if (pathname.startsWith('/api/')) {
      const onwards = request(api + incoming.url, { method: incoming.method, headers: incoming.headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      });
      onwards.on('error', () => reply.writeHead(502).end());
      return void incoming.pipe(onwards);
    }
    const file = files.get(pathname) ?? files.get('/index.html');
    const encoding = incoming.headers['accept-encoding']?.includes('br') ? 'br' : 'gzip';
    reply.writeHead(200, { 'content-type': file?.type, 'content-encoding': encoding }).end(file?.[encoding]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
