import { accounts } from './accounts.ts';
import { auditLog, platformAuditLog } from './audit-log.ts';
import { contents } from './contents.ts';
import { contexts } from './contexts.ts';
import { conversations } from './conversations.ts';
import { gatewayEvents } from './gateway-events.ts';
import { hyperlinks } from './hyperlinks.ts';
import { invoices } from './invoices.ts';
import { knowledgeGaps } from './knowledge-gaps.ts';
import { models } from './models.ts';
import { packCatalogue } from './pack-catalogue.ts';
import { planCatalogue } from './plan-catalogue.ts';
import type { Resource } from './kit/resource.ts';
import { queue } from './queue.ts';
import { testQuestions } from './test-questions.ts';
import { users } from './users.ts';

/** Everything that exists, in the order of the menu. */
export const resources: readonly Resource[] = [
  contexts,
  contents,
  hyperlinks,
  conversations,
  knowledgeGaps,
  testQuestions,
  users,
  invoices,
  auditLog,
  models,
  planCatalogue,
  packCatalogue,
  accounts,
  queue,
  gatewayEvents,
  platformAuditLog,
];
