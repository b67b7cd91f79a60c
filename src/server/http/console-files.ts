import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendNotFound } from './problem.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** Codings in the order in which they are preferred, and what the build adds to a file's name for each. */
const CODINGS = { br: '.br', gzip: '.gz' } as const;
type Coding = keyof typeof CODINGS;

const YEAR_SECONDS = 31_536_000;

/** A built file, in every form that the build has of it. */
interface Built {
  type: string;
  plain: Buffer;
  coded: Partial<Record<Coding, Buffer>>;
}

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

/** Reads a file and its compressed forms. */
function readBuilt(path: string): Built {
  const coded: Built['coded'] = {};
  for (const [coding, ending] of Object.entries(CODINGS) as [Coding, string][])
    if (existsSync(path + ending)) coded[coding] = readFileSync(path + ending);
  return { type: TYPES[extname(path)] ?? 'application/octet-stream', plain: readFileSync(path), coded };
}

/** Whether an Accept-Encoding takes a coding (RFC 9110, section 12.5.3); a weight of nought refuses it. */
const takes = (accepted: string, coding: Coding) =>
  accepted.split(',').some((part) => {
    const [name = '', weight = ''] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return name === coding && !/^q=0(\.0*)?$/.test(weight);
  });

function send(request: FastifyRequest, reply: FastifyReply, { type, plain, coded }: Built): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const coding = (Object.keys(CODINGS) as Coding[]).find((one) => coded[one] && takes(accepted, one));
  if (coding) void reply.header('content-encoding', coding);
  return reply
    .type(type)
    .header('vary', 'accept-encoding')
    .send(coding ? coded[coding] : plain);
}

/**
 * Serves the built console from memory, where its few megabytes lie in the forms in which they are sent: hashed files for
 * ever, and the page, revalidated, at every other address. (Read from disk, each of the files of a first screen took the
 * server several milliseconds.)
 */
export async function serveConsole(app: FastifyInstance, dist: string): Promise<void> {
  if (!existsSync(indexOf(dist))) throw new Error(`The console is not built: there is no ${indexOf(dist)}`);
  const page = readBuilt(indexOf(dist));
  const folder = join(dist, 'console', 'assets');
  const endings: readonly string[] = Object.values(CODINGS);
  const names = readdirSync(folder).filter((name) => !endings.includes(extname(name)));
  const files = new Map(names.map((name) => [name, readBuilt(join(folder, name))]));

  // What guards a page is half a kilobyte on each of its files for nothing.
  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    { helmet: false, compress: false, exposeHeadRoute: true },
    async (request, reply) => {
      const file = files.get(request.params.name);
      if (!file) return sendNotFound(request, reply);
      void reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`);
      void reply.header('x-content-type-options', 'nosniff');
      return send(request, reply, file);
    },
  );
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply.header('cache-control', 'no-cache'), page);
  app.get('/', { compress: false, exposeHeadRoute: true }, sendPage);
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    return wantsPage && !request.url.startsWith('/assets/') ? sendPage(request, reply) : sendNotFound(request, reply);
  });
}
