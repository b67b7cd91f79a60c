import { join } from 'node:path';
import { z } from 'zod';
import { widgetInstallation } from '../../shared/appearance-editing.ts';
import { identitySecret } from '../../shared/visitor-identity.ts';
import { findWidgetContext } from '../db/platform.ts';
import { memberOf, tenantOf } from '../http/access.ts';
import { type Api, byId, route } from '../http/route.ts';
import { notFound } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { eraseVisitor } from './erase-visitor.ts';
import { readIdentitySecret, rotateIdentitySecret } from './identity-secret.ts';
import { originsChange, readInstallation, setOrigins } from './origins.ts';
import { termsOf } from './visitor-messages/terms.ts';
import { canGiveFeedback } from './visitors/feedback.ts';
import { firstViewOf } from './visitors/first-questions.ts';
import { readWidgetFiles } from './widget-files.ts';

function ownerRoutes(app: Api, services: Services): void {
  const { db } = services;
  app.get('/contexts/:id/origins', {
    ...route('widget-origins', 'show', {
      tags: ['contexts'],
      operationId: 'showOrigins',
      params: byId,
      answer: widgetInstallation,
    }),
    handler: async (request) => readInstallation(db, tenantOf(request), request.params.id, services.publicUrl()),
  });
  app.put('/contexts/:id/origins', {
    ...route('widget-origins', 'edit', {
      tags: ['contexts'],
      operationId: 'setOrigins',
      params: byId,
      body: originsChange,
      answer: widgetInstallation,
    }),
    handler: async (request) => {
      const { id } = request.params;
      await setOrigins(db, tenantOf(request), id, request.body);
      return readInstallation(db, tenantOf(request), id, services.publicUrl());
    },
  });
}

function identitySecretRoutes(app: Api, services: Services): void {
  const common = { tags: ['contexts'], params: byId, answer: identitySecret };
  app.get('/contexts/:id/identity-secret', {
    ...route('identity-secret', 'show', { ...common, operationId: 'showIdentitySecret' }),
    handler: async (request) => readIdentitySecret(services, tenantOf(request), request.params.id),
  });
  app.post('/contexts/:id/identity-secret/rotate', {
    ...route('identity-secret', 'rotate', { ...common, operationId: 'rotateIdentitySecret' }),
    handler: async (request) => rotateIdentitySecret(services, tenantOf(request), request.params.id),
  });
}

function visitorErasureRoute(app: Api, services: Services): void {
  app.post('/conversations/:id/erase-visitor', {
    ...route('conversations', 'erase-visitor', { operationId: 'eraseVisitor', params: byId }),
    handler: async (request) => eraseVisitor(services, tenantOf(request), memberOf(request), request.params.id),
  });
}

export function chatRoutes(app: Api, services: Services): void {
  ownerRoutes(app, services);
  identitySecretRoutes(app, services);
  visitorErasureRoute(app, services);
}

const SCRIPT = 'text/javascript; charset=utf-8';

/**
 * `/w/{contextId}.js` has the appearance and is cached for a minute; addresses of modules have a hash and are cached
 * forever. Public, for any page. A hash of another version (an upgrade, nodes of two versions) gets this version's
 * module for a minute, so what loaders and modules exchange may only be extended.
 */
export async function widgetFileRoutes(app: Api, services: Services, dist: string): Promise<void> {
  const files = readWidgetFiles(join(dist, 'widget'));
  app.get<{ Params: { file: string } }>('/w/:file', { exposeHeadRoute: true }, async (request, reply) => {
    const { file } = request.params;
    void reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
    const module = files.moduleAt(`/w/${file}`);
    if (module) {
      const age = module.path === `/w/${file}` ? '31536000, immutable' : '60';
      return reply.type(SCRIPT).header('cache-control', `public, max-age=${age}`).send(module.body);
    }
    const [, id] = /^([0-9a-f-]{36})\.js$/i.exec(file) ?? [];
    const context = z.uuid().safeParse(id).success ? await findWidgetContext(services.db, String(id)) : null;
    if (!context) throw notFound();
    const talk = context.handover?.isOn ?? false;
    const { questions, ...view } = await firstViewOf(services.db, context);
    const offers = { feedback: canGiveFeedback(services, context), message: termsOf(context), talk, ...view };
    const shown = { ...context, appearance: { ...context.appearance, suggestions: questions } };
    const { body, etag } = files.loaderOf(shown, offers, services.publicUrl());
    void reply.header('etag', etag).header('cache-control', 'public, max-age=60');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(SCRIPT).send(body);
  });
}
