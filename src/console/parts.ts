import type { Resource } from '../../resources/kit/resource.ts';
import type { ScreenParts } from './resource/parts.ts';

/** By the name of the resource; loaded with the first of its screens. */
const PARTS: Partial<Record<string, () => Promise<{ default: ScreenParts }>>> = {
  'access-decisions': () => import('./features/identity/audit-log/decisions-parts.tsx'),
  'api-keys': () => import('./features/identity/api-keys/parts.tsx'),
  'audit-log': () => import('./features/identity/audit-log/parts.tsx'),
  'outgoing-webhooks': () => import('./features/outgoing-webhooks/webhooks/parts.tsx'),
  'plan-catalogue': () => import('./features/staff/admin-plans/parts.tsx'),
  'platform-access-decisions': () => import('./features/identity/audit-log/decisions-parts.tsx'),
  'platform-audit-log': () => import('./features/identity/audit-log/parts.tsx'),
  'platform-invoices': () => import('./features/staff/admin-invoices/parts.tsx'),
  'test-questions': () => import('./features/insight/test-questions/parts.tsx'),
  'visitor-messages': () => import('./features/chat/visitor-messages/parts.tsx'),
  'webhook-deliveries': () => import('./features/outgoing-webhooks/deliveries/parts.tsx'),
  accounts: () => import('./features/staff/admin-accounts/parts.tsx'),
  channels: () => import('./features/channels/channels/parts.tsx'),
  conversations: () => import('./features/insight/conversation-list/parts.tsx'),
  invoices: () => import('./features/billing/invoices/parts.tsx'),
  models: () => import('./features/staff/admin-chatbot/parts.tsx'),
  queue: () => import('./features/staff/admin-queue/parts.tsx'),
  staff: () => import('./features/staff/admin-team/parts.tsx'),
  users: () => import('./features/identity/users/parts.tsx'),
};

export const partsOf = async ({ name }: Resource): Promise<ScreenParts> => (await PARTS[name]?.())?.default ?? {};
