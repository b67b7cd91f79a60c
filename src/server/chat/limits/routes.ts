import { z } from 'zod';
import { creditLimits, creditLimitsInput } from '../../../shared/credit-limits.ts';
import { foundContact, limitsChange, limitsRecord, notice } from '../../../shared/limits.ts';
import { memberOf, requirePermission, tenantOf } from '../../http/access.ts';
import { type Api, byId, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { readCreditLimits, saveCreditLimits } from './credit-limits.ts';
import { readFoundContact } from './found-contact.ts';
import { dismissNotice, readNotices } from './notices.ts';
import { readLimits, saveLimits } from './settings.ts';

export function creditLimitRoutes(app: Api, { db }: Services): void {
  app.get('/credit-limits', {
    ...route('credit-limits', 'show', { tags: ['limits'], answer: creditLimits }),
    handler: async (request) => readCreditLimits(db, tenantOf(request)),
  });
  app.put('/credit-limits', {
    ...route('credit-limits', 'edit', {
      tags: ['limits'],
      operationId: 'setCreditLimits',
      body: creditLimitsInput,
      answer: creditLimits,
    }),
    handler: async (request) => saveCreditLimits(db, tenantOf(request), request.body),
  });
}

export function limitRoutes(app: Api, services: Services): void {
  const { db } = services;
  const perhapsByContext = z.object({ contextId: z.uuid().optional() });
  app.get('/sessions/me/limits', {
    ...route('limits', 'show', { querystring: perhapsByContext, answer: limitsRecord }),
    handler: async (request) => readLimits(db, tenantOf(request), request.query.contextId),
  });
  app.put('/sessions/me/limits', {
    ...route('limits', 'edit', {
      operationId: 'setLimits',
      body: limitsChange.extend(perhapsByContext.shape),
      answer: limitsRecord,
    }),
    handler: async (request) => {
      const { contextId, ...input } = request.body;
      const member = memberOf(request);
      // Credits need the same permission as with PUT /credit-limits.
      const demandCredits = () => requirePermission(services, member, 'credit-limits', 'edit');
      const savedId = await saveLimits(db, member.tenant, input, contextId, demandCredits);
      return readLimits(db, member.tenant, savedId);
    },
  });
  app.get('/contexts/:id/found-contact', {
    ...route('limits', 'show', {
      tags: ['contexts'],
      operationId: 'showFoundContact',
      description:
        'The contact of a person that the contents state. Visitors get it unless the limits have another or turn it off.',
      params: byId,
      answer: foundContact,
    }),
    handler: async (request) => readFoundContact(db, tenantOf(request), request.params.id),
  });
  app.get('/notices', {
    ...route('notices', 'list', { tags: ['limits'], answer: z.object({ data: z.array(notice), total: z.int() }) }),
    handler: async (request) => {
      const data = await readNotices(db, tenantOf(request));
      return { data, total: data.length };
    },
  });
  app.post('/notices/:id/dismiss', {
    ...route('notices', 'dismiss', { tags: ['limits'], operationId: 'dismissNotice', params: byId }),
    handler: async (request) => dismissNotice(db, tenantOf(request), request.params.id),
  });
}
