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
import { type Api, orCsv, route } from '../../http/route.ts';
import { sendCsv } from '../../http/send-csv.ts';
import { toCsv } from '../../runtime/csv.ts';
import type { Services } from '../../runtime/services.ts';
import { openPolicyExplorer } from './policy-explorer.ts';

const tags = ['staff'];

/** Routes for auditors of the policy. */
export function policyRoutes(api: Api, { policy }: Services): void {
  // Read at startup like the enforcer's, so that the explorer matches the running policy even if the files change.
  const opened = readPolicyTexts().then((texts) => openPolicyExplorer(policy, texts));
  opened.catch(() => undefined);
  api.get('/admin/policy', {
    ...route('policy', 'show', {
      tags,
      querystring: z.object({ format: z.enum(['json', 'csv']).default('json') }),
      answer: orCsv(policyView),
    }),
    handler: async (request, reply) => {
      const explorer = await opened;
      if (request.query.format === 'json') return explorer.show();
      const [heading = [], ...lines] = explorer.table();
      return sendCsv(reply, 'politica', toCsv(heading, [lines])) as never;
    },
  });
  api.post('/admin/policy/ask', {
    ...route('policy', 'ask', { tags, body: policyAskBody, answer: policyAnswer }),
    handler: async ({ body }) => {
      const explorer = await opened;
      return 'who' in body ? explorer.holders(body.who) : explorer.ask(body);
    },
  });
  api.post('/admin/policy/compare', {
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
