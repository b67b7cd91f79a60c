import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readPolicyTexts } from '../../../../access-control/policy-files.ts';
import {
  policyAnswer,
  policyAskBody,
  policyCompareBody,
  policyComparison,
  policyView,
} from '../../../shared/policy.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { route } from '../../http/route.ts';
import { sendCsv } from '../../http/send-csv.ts';
import { toCsv } from '../../runtime/csv.ts';
import type { Services } from '../../runtime/services.ts';
import { openPolicyExplorer } from './policy-explorer.ts';

const tags = ['staff'];

/** Routes for auditors of the policy. */
export function policyRoutes(app: FastifyInstance, { can }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  // Read at startup like the enforcer's, so that the explorer matches the running policy even if the files change.
  const opened = readPolicyTexts().then((texts) => openPolicyExplorer(can, texts));
  opened.catch(() => undefined);
  routes.get('/admin/policy', {
    ...route('policy', 'show', {
      tags,
      querystring: z.object({ format: z.enum(['json', 'csv']).default('json') }),
      answer: policyView,
    }),
    handler: async (request, reply) => {
      const policy = await opened;
      if (request.query.format === 'json') return policy.show();
      const [heading = [], ...lines] = policy.table();
      return sendCsv(reply, 'politica', toCsv(heading, [lines])) as never;
    },
  });
  routes.post('/admin/policy/ask', {
    ...route('policy', 'ask', { tags, body: policyAskBody, answer: policyAnswer }),
    handler: async ({ body }) => {
      const policy = await opened;
      return 'who' in body ? policy.holders(body.who) : policy.ask(body);
    },
  });
  routes.post('/admin/policy/compare', {
    ...route('policy', 'compare', {
      tags,
      operationId: 'comparePolicies',
      body: policyCompareBody,
      answer: policyComparison,
      config: perMinute(20),
    }),
    handler: async (request) => (await opened).compare(request.body),
  });
}
