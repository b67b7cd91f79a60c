import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { accessReview, signedReview } from '../../../shared/access-review.ts';
import { memberOf } from '../../http/access.ts';
import { exportLimit } from '../../http/rate-limit.ts';
import { type Api, fileOf, route } from '../../http/route.ts';
import { sendCsv } from '../../http/send-csv.ts';
import type { Services } from '../../runtime/services.ts';
import { documentKey, signDocument } from '../../runtime/sign-document.ts';
import { readAccessReview } from './access-review.ts';
import { reviewCsv } from './review-csv.ts';

const tags = ['account'];

export function accessReviewRoutes(api: Api, { db, key, policy }: Services): void {
  const read = (request: FastifyRequest) => {
    const { tenant, flags } = memberOf(request);
    return readAccessReview(db, tenant, flags, policy.version, (principal) => request.server.permissionsOf(principal));
  };
  api.get('/access-review', {
    ...route('access-review', 'show', { tags, operationId: 'reviewAccess', answer: accessReview }),
    handler: async (request) => read(request),
  });
  api.get('/access-review/file', {
    ...route('access-review', 'export', {
      tags,
      answer: fileOf('text/csv'),
      config: exportLimit,
    }),
    handler: async (request, reply) => {
      return sendCsv(reply, 'revisao-de-acessos', reviewCsv(await read(request))) as never;
    },
  });
  api.get('/access-review/signed', {
    ...route('access-review', 'export', {
      tags,
      operationId: 'exportSignedAccessReview',
      answer: signedReview,
      config: exportLimit,
    }),
    handler: async (request) => {
      const review = JSON.stringify(await read(request));
      return { review, signature: signDocument(key, review), publicKey: documentKey(key) };
    },
  });
  api.get('/access-review/key', {
    ...route('health', 'show', {
      tags: ['about'],
      operationId: 'showReviewKey',
      answer: z.object({ publicKey: z.string() }),
    }),
    handler: () => ({ publicKey: documentKey(key) }),
  });
}
