import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendNotFound } from './problem.ts';

const indexOf = (dist: string) => join(dist, 'console', 'index.html');

/**
 * The scripts that stand in the built page itself, as a content security policy names them (`'sha256-…'`): the page may
 * run these and no other.
 */
export function inlineScripts(dist: string): string[] {
  if (!existsSync(indexOf(dist))) return [];
  const scripts = readFileSync(indexOf(dist), 'utf8').matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs);
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/**
 * Serves the built console in the forms that the build has compressed: hashed files for ever, and the page, revalidated,
 * at every other address.
 */
export async function serveConsole(app: FastifyInstance, dist: string): Promise<void> {
  if (!existsSync(indexOf(dist))) throw new Error(`The console is not built: there is no ${indexOf(dist)}`);
  await app.register(files, { root: join(dist, 'console'), serve: false, preCompressed: true });

  // What guards a page is half a kilobyte on each of its files for nothing.
  app.get<{ Params: { name: string } }>(
    '/assets/:name(^[\\w.-]+\\.(?!br$|gz$)\\w+$)',
    { helmet: false, compress: false, exposeHeadRoute: true },
    (request, reply) =>
      reply
        .header('x-content-type-options', 'nosniff')
        .sendFile(`assets/${request.params.name}`, { maxAge: '1y', immutable: true }),
  );
  const sendPage = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false });
  app.get('/', { compress: false, exposeHeadRoute: true }, (_request, reply) => sendPage(reply));
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    return wantsPage && !request.url.startsWith('/assets/') ? sendPage(reply) : sendNotFound(request, reply);
  });
}
