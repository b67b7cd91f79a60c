import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendNotFound } from './problem.ts';

const indexOf = (dist: string) => join(dist, 'console', 'index.html');

/** For search engines. Every other page needs a session, or a link that was sent to one person. */
const INDEXED_PATHS = ['/', '/login', '/register', '/terms', '/privacy'];

/** `'sha256-…'` for the CSP. */
export function inlineScripts(dist: string): string[] {
  if (!existsSync(indexOf(dist))) return [];
  const scripts = readFileSync(indexOf(dist), 'utf8').matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs);
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/**
 * Compressed at build time: hashed files with a long cache lifetime, and the page, revalidated, at every other path.
 */
export async function serveConsole(app: FastifyInstance, dist: string): Promise<void> {
  if (!existsSync(indexOf(dist))) throw new Error(`The console is not built: there is no ${indexOf(dist)}`);
  await app.register(files, { root: join(dist, 'console'), serve: false, preCompressed: true });

  // Security headers only matter on pages; on assets they would add half a kilobyte to each response.
  app.get<{ Params: { name: string } }>(
    '/assets/:name(^[\\w.-]+\\.(?!br$|gz$)\\w+$)',
    { helmet: false, compress: false, exposeHeadRoute: true },
    (request, reply) =>
      reply
        .header('x-content-type-options', 'nosniff')
        .sendFile(`assets/${request.params.name}`, { maxAge: '1y', immutable: true }),
  );
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?', 1);
    if (!INDEXED_PATHS.includes(path)) reply.header('x-robots-tag', 'noindex');
    return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false });
  };
  app.get('/', { compress: false, exposeHeadRoute: true }, sendPage);
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    return wantsPage && !request.url.startsWith('/assets/') ? sendPage(request, reply) : sendNotFound(request, reply);
  });
}
