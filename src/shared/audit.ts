import { z } from 'zod';
import { momentOrDay } from '../../resources/kit/schema.ts';
import { AUDIT_GROUPS, type AuditGroup } from './audit-groups.ts';
import { pageQuery } from './query-params.ts';

/** Their texts are `audit.actions.<action>` in the locale. All others are `<resource>_<action>` of the policy. */
export const AUDIT_ACTIONS = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'password_changed',
  'password_reset',
  'user_invited',
  'invitation_accepted',
  'role_changed',
  'user_deactivated',
  'user_activated',
  'user_removed',
  'account_edited',
  'account_deletion_requested',
  'account_deletion_undone',
  'account_erased',
  'data_exported',
  'visitor_erased',
  'appearance_changed',
  'impersonation_started',
  'impersonation_ended',
  'plan_changed',
  'plan_subscribed',
  'plan_change_asked',
  'plan_change_cancelled',
  'subscription_cancelled',
  'subscription_reactivated',
  'payment_method_changed',
  'credits_bought',
  'credits_given',
  'invoice_refunded',
  'sessions_ended',
  'plans_edited',
  'gateway_event_replayed',
  'sandbox_advanced',
  'model_changed',
  'keys_changed',
  'model_choice_changed',
  'settings_changed',
  'job_retried',
  'sign_in_refused',
  'refresh_token_reused',
  'factor_added',
  'factor_removed',
  'factor_failed',
  'factors_reset',
  'recovery-code_used',
  'recovery-codes_renewed',
  'staff_call_refused',
  'call_refused',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number] | `${string}_${string}`;
const ACTION = /^[a-z]+(-[a-z]+)*(_[a-z]+(-[a-z]+)*)+$/;

/** `knowledge` has all other resources. */
export const GROUP_OF: Record<AuditGroup, { actions: readonly AuditAction[]; resources: readonly string[] }> = {
  access: {
    actions: ['sign_in', 'sign_in_failed', 'sign_in_refused', 'sign_out', 'refresh_token_reused', 'call_refused'],
    resources: ['own-sessions'],
  },
  people: {
    actions: [
      ...(['password_changed', 'password_reset', 'user_invited', 'invitation_accepted', 'role_changed'] as const),
      ...(['factor_added', 'factor_removed', 'factor_failed', 'factors_reset'] as const),
      ...(['recovery-code_used', 'recovery-codes_renewed'] as const),
      ...(['user_deactivated', 'user_activated', 'user_removed'] as const),
    ],
    resources: ['users', 'profile', 'second-factor'],
  },
  account: {
    actions: [
      ...(['account_edited', 'account_deletion_requested', 'account_deletion_undone', 'plan_subscribed'] as const),
      ...(['plan_change_asked', 'plan_change_cancelled', 'subscription_cancelled'] as const),
      ...(['subscription_reactivated', 'payment_method_changed', 'credits_bought'] as const),
    ],
    resources: ['account', 'subscription', 'weekly-mail', 'api-keys', 'outgoing-webhooks', 'webhook-deliveries'],
  },
  knowledge: { actions: [], resources: [] },
  chat: {
    actions: ['appearance_changed', 'visitor_erased'],
    resources: [
      ...[
        'widget-origins',
        'public-page',
        'identity-secret',
        'appearance',
        'appearance-versions',
        'widget-images',
        'demo-links',
        'limits',
      ],
      ...['credit-limits', 'notices', 'conversations', 'visitor-messages', 'inbox', 'handover', 'prepared-answers'],
      ...['close-reasons'],
    ],
  },
  exports: {
    actions: [
      'data_exported',
      'account_export',
      'conversations_export',
      'visitor-messages_export',
      'hyperlinks_export',
      'prepared-answers_export',
      'close-reasons_export',
      'audit-log_export',
      'access-decisions_export',
      'access-review_export',
      'contexts_export',
    ],
    resources: [],
  },
  staff: {
    actions: [
      ...(['account_erased', 'impersonation_started', 'impersonation_ended', 'plan_changed', 'credits_given'] as const),
      ...(['invoice_refunded', 'sessions_ended'] as const),
      ...(['plans_edited', 'gateway_event_replayed', 'sandbox_advanced', 'model_changed', 'keys_changed'] as const),
      ...(['model_choice_changed', 'settings_changed', 'job_retried', 'staff_call_refused'] as const),
      ...(['platform-audit-log_export', 'platform-access-decisions_export'] as const),
    ],
    resources: [
      ...['accounts', 'account-credits', 'models', 'model-choice', 'general-settings', 'queue', 'plan-catalogue'],
      ...['pack-catalogue', 'sandbox-clock', 'gateway-events', 'staff', 'platform-invoices', 'account-sessions'],
    ],
  },
};

export function callOf(action: string): { resource: string; action: string } {
  const at = action.lastIndexOf('_');
  return { resource: action.slice(0, at), action: action.slice(at + 1) };
}

export function groupOf(action: AuditAction): AuditGroup {
  const { resource } = callOf(action);
  const holds = (group: AuditGroup) => GROUP_OF[group].actions.includes(action);
  const isOf = (group: AuditGroup) => GROUP_OF[group].resources.includes(resource);
  return AUDIT_GROUPS.find(holds) ?? AUDIT_GROUPS.find(isOf) ?? 'knowledge';
}

const paging = {
  ...pageQuery.shape,
};
const listOf = <T extends z.ZodType>(value: T) =>
  z.preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(value).max(50)).optional();
/** Both ends are inclusive. */
export const auditQuery = z.object({
  ...paging,
  group: listOf(z.enum(AUDIT_GROUPS)),
  action: listOf(z.string().max(80).regex(ACTION)),
  userId: z.uuid().optional(),
  at_gte: momentOrDay().optional(),
  at_lte: momentOrDay().optional(),
  format: z.enum(['json', 'csv']).default('json').describe('`csv` asks the policy for the act `export`.'),
});
export const platformAuditQuery = auditQuery.extend({ accountId: z.uuid().optional() });
export const auditEntry = z.object({
  id: z.uuid(),
  at: z.string(),
  action: z.templateLiteral([z.string(), '_', z.string()]),
  group: z.enum(AUDIT_GROUPS),
  accountId: z.uuid(),
  account: z.string().nullable(),
  userId: z.uuid().nullable(),
  userName: z.string().nullable(),
  userRole: z.string().nullable(),
  actorName: z.string().nullable(),
  subject: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
