import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { tenantOf } from '../../http/access.ts';
import { limitRates, perMinute, rateLimiter } from '../../http/rate-limit.ts';
import { type Api, byId, route } from '../../http/route.ts';
import { updateContext } from '../../knowledge/context-row.ts';
import type { Services } from '../../runtime/services.ts';
import { findPublished, listPages, type PublishedPage, readPublicPage } from './published.ts';
import { writeLlmsText, writeMissingPage, writePage, writeRobots, writeSitemap } from './write-page.ts';

const publicPage = z
  .object({ isPublished: z.boolean(), url: z.string().describe('Where the page is while it is published.') })
  .meta({ title: 'PublicPage' });

/** The owner's choice. */
export function publicPageRoutes(api: Api, services: Services): void {
  const { db } = services;
  const common = { tags: ['contexts'], params: byId, answer: publicPage };
  const read = (owner: ReturnType<typeof tenantOf>, id: string) => readPublicPage(db, owner, services.publicUrl(), id);
  api.get('/contexts/:id/public-page', {
    ...route('public-page', 'show', { ...common, operationId: 'showPublicPage' }),
    handler: async (request) => read(tenantOf(request), request.params.id),
  });
  api.put('/contexts/:id/public-page', {
    ...route('public-page', 'edit', {
      ...common,
      operationId: 'editPublicPage',
      body: publicPage.pick({ isPublished: true }),
    }),
    handler: async (request) => {
      const { isPublished } = request.body;
      await updateContext(db, tenantOf(request), request.params.id, { isPublished });
      return read(tenantOf(request), request.params.id);
    },
  });
}

/** A choice of the owner applies within this time. */
const MAX_AGE_SECONDS = 300;

/** Of one address. */
const PAGES_PER_MINUTE = 60;

/** For people, search engines and language models; without a session. */
export async function publishedPages(app: Api, services: Services): Promise<void> {
  const { db } = services;
  await limitRates(app, services);
  const limited = { onRequest: rateLimiter(app, 'published-pages', perMinute(PAGES_PER_MINUTE)) };
  const send = (reply: FastifyReply, type: string, body: string) =>
    reply
      .type(`${type}; charset=utf-8`)
      .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
      .send(body);

  async function sendPage(reply: FastifyReply, id: string, type: string, write: (page: PublishedPage) => string) {
    const page = z.uuid().safeParse(id).success ? await findPublished(db, services.publicUrl(), id) : null;
    return page ? send(reply, type, write(page)) : send(reply.code(404), 'text/html', writeMissingPage());
  }

  app.get('/robots.txt', async (_request, reply) => send(reply, 'text/plain', writeRobots(services.publicUrl())));
  app.get('/perguntas/sitemap.xml', limited, async (_request, reply) =>
    send(reply, 'application/xml', writeSitemap(await listPages(db, services.publicUrl()))),
  );
  app.get<{ Params: { id: string } }>('/perguntas/:id', limited, async (request, reply) =>
    sendPage(reply, request.params.id, 'text/html', writePage),
  );
  app.get<{ Params: { id: string } }>('/perguntas/:id/llms.txt', limited, async (request, reply) =>
    sendPage(reply, request.params.id, 'text/plain', writeLlmsText),
  );
}
