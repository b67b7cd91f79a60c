import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendNotFound } from './problem.ts';

/** What guards a page, and costs each of the fifty files of a first screen half a kilobyte for nothing. */
const FOR_PAGES_ONLY = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

const YEAR_SECONDS = 31_536_000;

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

/** Serves the built console: hashed files for ever, everything else revalidated; any other page is its index. */
export async function serveConsole(app: FastifyInstance, dist: string): Promise<void> {
  const root = join(dist, 'console');
  if (!existsSync(indexOf(dist))) throw new Error(`The console is not built: ${root} has no index.html`);
  await app.register(fastifyStatic, {
    root,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      if (!path.includes('/assets/')) return void reply.header('cache-control', 'no-cache');
      for (const name of FOR_PAGES_ONLY) reply.removeHeader(name);
      void reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`);
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!wantsPage || request.url.startsWith('/assets/')) return sendNotFound(request, reply);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(createReadStream(indexOf(dist)));
  });
}
