import { accessDecisions, platformAccessDecisions } from './access-decisions.ts';
import { accounts } from './accounts.ts';
import { apiKeys } from './api-keys.ts';
import { appearanceVersions } from './appearance-versions.ts';
import { auditLog, platformAuditLog } from './audit-log.ts';
import { channels } from './channels.ts';
import { closeReasons } from './close-reasons.ts';
import { contentSyncs } from './content-syncs.ts';
import { contents } from './contents.ts';
import { contexts } from './contexts.ts';
import { conversations } from './conversations.ts';
import { demoLinks } from './demo-links.ts';
import { gatewayEvents } from './gateway-events.ts';
import { hyperlinks } from './hyperlinks.ts';
import { invoices } from './invoices.ts';
import type { Resource } from './kit/resource.ts';
import { knowledgeGaps } from './knowledge-gaps.ts';
import { models } from './models.ts';
import { notices } from './notices.ts';
import { outgoingWebhooks } from './outgoing-webhooks.ts';
import { packCatalogue } from './pack-catalogue.ts';
import { planCatalogue } from './plan-catalogue.ts';
import { platformInvoices } from './platform-invoices.ts';
import { preparedAnswers } from './prepared-answers.ts';
import { queue } from './queue.ts';
import { savedViewsOf } from './saved-views.ts';
import { staff } from './staff.ts';
import { testQuestions } from './test-questions.ts';
import { users } from './users.ts';
import { visitorMessages } from './visitor-messages.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';

const all: readonly Resource[] = [
  contexts,
  contents,
  contentSyncs,
  hyperlinks,
  appearanceVersions,
  demoLinks,
  preparedAnswers,
  closeReasons,
  channels,
  conversations,
  visitorMessages,
  knowledgeGaps,
  testQuestions,
  notices,
  users,
  apiKeys,
  invoices,
  outgoingWebhooks,
  webhookDeliveries,
  auditLog,
  accessDecisions,
  models,
  planCatalogue,
  packCatalogue,
  accounts,
  staff,
  queue,
  gatewayEvents,
  platformInvoices,
  platformAuditLog,
  platformAccessDecisions,
];

export const savedViews = savedViewsOf(all);

export const resources: readonly Resource[] = [...all, savedViews];
