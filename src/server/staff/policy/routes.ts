import { z } from 'zod';
import {
  policyAnswer,
  policyAskBody,
  policyCompareBody,
  policyComparison,
  policyReplay,
  policyReplayBody,
  policyView,
} from '../../../shared/policy.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { type Api, orCsv, route } from '../../http/route.ts';
import { sendCsv } from '../../http/send-csv.ts';
import { toCsv } from '../../runtime/csv.ts';
import type { Services } from '../../runtime/services.ts';
import { loggedDecisions } from './logged-decisions.ts';
import { openPolicyExplorer } from './policy-explorer.ts';

const tags = ['staff'];

export function policyRoutes(api: Api, { db, policy }: Services): void {
  const open = () => ({ version: policy.version, explorer: openPolicyExplorer(policy, policy.texts()) });
  let opened = open();
  const explorerNow = () => {
    if (opened.version !== policy.version) opened = open();
    return opened.explorer;
  };
  api.get('/admin/policy', {
    ...route('policy', 'show', {
      tags,
      querystring: z.object({ format: z.enum(['json', 'csv']).default('json') }),
      answer: orCsv(policyView),
    }),
    handler: async (request, reply) => {
      const explorer = explorerNow();
      if (request.query.format === 'json') return explorer.show();
      const [heading = [], ...lines] = explorer.table();
      return sendCsv(reply, 'politica', toCsv(heading, [lines])) as never;
    },
  });
  api.post('/admin/policy/ask', {
    ...route('policy', 'ask', { tags, body: policyAskBody, answer: policyAnswer }),
    handler: async ({ body }) => {
      const explorer = explorerNow();
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
    handler: async (request) => explorerNow().compare(request.body),
  });
  api.post('/admin/policy/replay', {
    ...route('policy', 'compare', {
      tags,
      operationId: 'replayPolicy',
      body: policyReplayBody,
      answer: policyReplay,
      config: perMinute(20),
    }),
    handler: async ({ body: { policy: text, days } }) => explorerNow().replay(text, loggedDecisions(db, days)),
  });
}
