import { Readable } from 'node:stream';
import { z } from 'zod';
import { BASE_MAX_BYTES, baseImported } from '../../../shared/base-transfer.ts';
import { onKnownFile } from '../../../shared/contents.ts';
import { memberOf, tenantOf } from '../../http/access.ts';
import { exportLimit, importLimit } from '../../http/rate-limit.ts';
import { type Api, byId, fileOf, route } from '../../http/route.ts';
import { binary, streamUpload } from '../../http/upload.ts';
import { readAllowList } from '../../outbound/addresses.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { exportBase } from './export-base.ts';
import { importBase } from './import-base.ts';

const tags = ['contexts'];

/** Contents, phrasings, link words and appearance. */
export function baseTransferRoutes(app: Api, { db, env, policy }: Services): void {
  const allow = readAllowList(env.CRAWL_ALLOW);
  /** One import at a time each: it keeps the process busy for minutes. */
  const importing = new Set<string>();
  app.get('/contexts/:id/export', {
    ...route('contexts', 'export', {
      tags,
      operationId: 'exportBase',
      description: 'The base of a context as JSON Lines (docs/base-file.md), without what it inherits.',
      params: byId,
      answer: fileOf('application/jsonl'),
      config: exportLimit,
    }),
    handler: async (request, reply) => {
      const { pieces } = await exportBase(db, tenantOf(request), request.params.id);
      return reply
        .type('application/jsonl; charset=utf-8')
        .header('content-disposition', 'attachment; filename="base.jsonl"')
        .send(Readable.from(pieces, { objectMode: false }) as never);
    },
  });
  app.post('/contexts/:id/import', {
    ...route('contents', 'import', {
      tags,
      operationId: 'importBase',
      description:
        'Adds an exported base to a context, line by line; what cannot be imported is named in `refusals`. `known`: what stays where both have it. The appearance and the links come only if the caller may change them.',
      params: byId,
      querystring: z.object({ known: onKnownFile.default('keep') }),
      answer: baseImported,
      config: { form: z.object({ file: binary }), ...importLimit },
    }),
    handler: async (request) => {
      const member = memberOf(request);
      const { tenant, accountId } = member;
      if (importing.has(accountId)) throw new ApiError('import_running');
      const { id: contextId } = request.params;
      const rights = {
        appearance: policy.can(member, 'appearance', 'edit'),
        hyperlinks: policy.can(member, 'hyperlinks', 'create') && policy.can(member, 'hyperlinks', 'edit'),
      };
      const base = { db, tenant, contextId, onKnown: request.query.known, saver: member, rights, allow };
      importing.add(accountId);
      try {
        return await streamUpload(request, BASE_MAX_BYTES, (bytes) => importBase(base, bytes));
      } finally {
        importing.delete(accountId);
      }
    },
  });
}
