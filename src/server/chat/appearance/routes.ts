import { z } from 'zod';
import { demoLinks } from '../../../../resources/demo-links.ts';
import { webAddress } from '../../../../resources/kit/schema.ts';
import {
  appearanceChange,
  appearanceVersion,
  IMAGE_PARTS,
  IMAGE_SIDE,
  openedDemo,
  shownAppearance,
  siteCheck,
} from '../../../shared/appearance-editing.ts';
import { findImage } from '../../db/platform.ts';
import { memberOf, tenantOf } from '../../http/access.ts';
import { disconnectSignal } from '../../http/disconnected.ts';
import { perMinute, questionLimit } from '../../http/rate-limit.ts';
import { type Api, byId, route } from '../../http/route.ts';
import { binary, readUpload } from '../../http/upload.ts';
import { serve } from '../../resource/serve.ts';
import { notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { readAppearance, setAppearance } from './appearance.ts';
import { checkSite } from './check-site.ts';
import { demoLinkBehaviour, openDemoLink } from './demo-links.ts';
import { storeImage } from './images.ts';
import { restoreVersion } from './restore-version.ts';
import { listVersions } from './versions.ts';

const tags = ['contexts'];
const listOf = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), total: z.int() });
const asList = <T>(data: T[]) => ({ data, total: data.length });

function appearanceRoutes(app: Api, { db }: Services): void {
  app.get('/contexts/:id/appearance', {
    ...route('appearance', 'show', { tags, params: byId, answer: shownAppearance }),
    handler: async (request) => readAppearance(db, tenantOf(request), request.params.id),
  });
  app.put('/contexts/:id/appearance', {
    ...route('appearance', 'edit', {
      tags,
      operationId: 'setAppearance',
      params: byId,
      body: appearanceChange,
      answer: shownAppearance,
    }),
    handler: async (request) =>
      setAppearance(db, tenantOf(request), request.params.id, request.body, memberOf(request)),
  });
  app.get('/contexts/:id/appearance-versions', {
    ...route('appearance-versions', 'list', { tags, params: byId, answer: listOf(appearanceVersion) }),
    handler: async (request) => asList(await listVersions(db, tenantOf(request), request.params.id)),
  });
  app.post('/contexts/:id/appearance-versions/:versionId/restore', {
    ...route('appearance-versions', 'restore', {
      tags,
      operationId: 'restoreAppearanceVersion',
      params: byId.extend({ versionId: z.uuid() }),
      answer: shownAppearance,
    }),
    handler: async (request) => {
      const { id: contextId, versionId } = request.params;
      return restoreVersion(db, tenantOf(request), { contextId, versionId }, memberOf(request));
    },
  });
}

const points = z.coerce.number().int().min(0).max(100_000);
/** In pixels of the upright image. Without `side`, the centre is taken. */
const imageForm = z.object({
  part: z.enum(IMAGE_PARTS),
  image: binary,
  left: points.optional(),
  top: points.optional(),
  side: points.min(1).optional(),
});

function imageRoute(app: Api, { db }: Services): void {
  app.post('/contexts/:id/images', {
    ...route('widget-images', 'create', {
      tags,
      operationId: 'createWidgetImage',
      params: byId,
      answer: byId,
      status: 201,
      config: { form: imageForm, ...perMinute(30) },
    }),
    handler: async (request, reply) => {
      const { fields, file } = await readUpload(request);
      const { part, left, top, side } = imageForm.omit({ image: true }).parse(fields, { reportInput: true });
      const box = side === undefined ? undefined : { left: left ?? 0, top: top ?? 0, side };
      const picture = { bytes: file.bytes, side: IMAGE_SIDE[part], box };
      return reply.code(201).send({ id: await storeImage(db, tenantOf(request), request.params.id, picture) });
    },
  });
}

function demoLinkRoutes(app: Api, services: Services): void {
  serve(app, services, demoLinks, {
    ...demoLinkBehaviour(services),
    routes: {
      list: { tags },
      create: { tags, operationId: 'createDemoLink' },
      delete: { tags, operationId: 'revokeDemoLink' },
    },
  });
  app.get('/demo-links/:id', {
    ...route('demo-links', 'open', {
      tags: ['chat'],
      operationId: 'openDemoLink',
      params: byId,
      answer: openedDemo,
      config: questionLimit,
    }),
    handler: async (request) => openDemoLink(services.db, request.params.id),
  });
}

function siteRoute(app: Api, services: Services): void {
  app.post('/contexts/:id/check-site', {
    ...route('widget-origins', 'check', {
      tags,
      operationId: 'checkSite',
      params: byId,
      body: z.object({ url: webAddress() }),
      answer: siteCheck,
      config: perMinute(20),
    }),
    handler: async (request, reply) => {
      const siteToCheck = { contextId: request.params.id, url: request.body.url };
      return checkSite(services, tenantOf(request), siteToCheck, disconnectSignal(reply));
    },
  });
}

export function appearanceEditingRoutes(app: Api, services: Services): void {
  appearanceRoutes(app, services);
  imageRoute(app, services);
  demoLinkRoutes(app, services);
  siteRoute(app, services);
}

/** Cached forever: an image never changes under its id. */
export function imageFileRoutes(app: Api, { db }: Services): void {
  app.get<{ Params: { file: string } }>('/w/images/:file', { exposeHeadRoute: true }, async (request, reply) => {
    const [, id] = /^([0-9a-f-]{36})\.webp$/i.exec(request.params.file) ?? [];
    const bytes = z.uuid().safeParse(id).success ? await findImage(db, String(id)) : null;
    if (!bytes) throw notFound();
    return reply
      .type('image/webp')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(bytes);
  });
}
