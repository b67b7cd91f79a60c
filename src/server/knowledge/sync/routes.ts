import { z } from 'zod';
import { contents as contentsResource } from '../../../../resources/contents.ts';
import { recordSchema } from '../../../../resources/kit/schema.ts';
import { contentSync } from '../../../shared/seo.ts';
import { tenantOf } from '../../http/access.ts';
import { type Api, byId, route } from '../../http/route.ts';
import { showRow } from '../../resource/query.ts';
import { rowsFor } from '../../resource/source.ts';
import type { Services } from '../../runtime/services.ts';
import { contentsSource } from '../contents/contents.ts';
import { readSyncs, syncNow } from './sync-content.ts';

const tags = ['contents'];

export function syncRoutes(app: Api, { db }: Services): void {
  app.post('/contents/:id/sync', {
    ...route('contents', 'sync', {
      description: 'Queues a sync of a page or sitemap (types LINK and SITEMAP) to run now.',
      params: byId,
      answer: recordSchema(contentsResource),
      status: 202,
    }),
    handler: async (request) => {
      const { id } = request.params;
      await syncNow(db, tenantOf(request), id);
      return showRow(db, rowsFor(contentsSource, tenantOf(request)), id);
    },
  });
  app.get('/contents/:id/syncs', {
    ...route('content-syncs', 'list', {
      tags,
      description: 'The last twenty syncs of a page or sitemap, newest first.',
      params: byId,
      answer: z.object({ data: z.array(contentSync) }),
    }),
    handler: async (request) => ({ data: await readSyncs(db, tenantOf(request), request.params.id) }),
  });
}
