import type { PersonContact } from './chat-protocol.ts';

/** HTTP status of each code; texts are `errors.<code>` in the locale. Unexpected errors have the code `internal`. */
export const ERROR_STATUS = {
  invalid_input: 422,
  malformed_request: 400,
  unsupported_parameter: 400,
  last_message_not_users: 400,
  request_timeout: 408,
  payload_too_large: 413,
  url_too_long: 414,
  headers_too_large: 431,
  file_too_large: 413,
  file_format: 422,
  file_known: 409,
  question_known: 409,
  external_id_known: 409,
  unsupported_media_type: 415,
  unauthenticated: 401,
  session_expired: 401,
  api_key_unknown: 401,
  api_key_expired: 401,
  api_key_revoked: 401,
  api_key_suspended: 401,
  wrong_credentials: 401,
  email_not_verified: 403,
  sign_ups_closed: 403,
  forbidden: 403,
  session_required: 403,
  fresh_sign_in_required: 403,
  second_factor_required: 403,
  second_factor_missing: 403,
  plan_upgrade_required: 403,
  origin_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  already_exists: 409,
  in_use: 409,
  stale: 409,
  changed_meanwhile: 409,
  context_cycle: 409,
  context_has_subcontexts: 409,
  last_context: 409,
  content_busy: 409,
  import_running: 409,
  plan_limit_reached: 409,
  bad_signature: 400,
  subscription_state: 409,
  quote_changed: 409,
  payment_under_way: 409,
  payment_over: 409,
  payment_method_missing: 409,
  payment_method_unconfirmed: 409,
  idempotency_key_reused: 409,
  idempotency_key_in_use: 409,
  idempotency_key_unfinished: 409,
  card_refused: 402,
  invoice_not_refundable: 409,
  refund_refused: 409,
  pix_unavailable: 409,
  gateway_unreachable: 503,
  person_known: 409,
  email_taken: 409,
  own_role: 409,
  last_owner: 409,
  invitation_pending: 409,
  link_expired: 410,
  code_invalid: 422,
  code_expired: 410,
  sign_in_expired: 410,
  passkey_refused: 422,
  too_many_passkeys: 409,
  factor_known: 409,
  last_factor: 409,
  too_many_tries: 429,
  rate_limited: 429,
  too_many_streams: 429,
  limit_captures: 429,
  limit_exports: 429,
  limit_invitations: 429,
  limit_demo: 429,
  limit_minute: 429,
  limit_daily: 429,
  limit_monthly: 429,
  limit_credits: 429,
  chat_deactivated: 403,
  messages_off: 403,
  nobody_there: 409,
  already_taken: 409,
  not_yours: 409,
  handover_off: 409,
  cannot_resend: 409,
  talk_over: 409,
  identity_unsigned: 403,
  identity_refused: 403,
  consent_changed: 409,
  suggestion_not_offered: 422,
  suggestion_gone: 410,
  too_many_tests: 409,
  too_many_api_keys: 409,
  too_many_views: 409,
  too_many_choices: 409,
  too_many_webhooks: 409,
  too_many_channels: 409,
  webhook_inactive: 409,
  model_in_use: 409,
  model_fixed: 409,
  job_not_parked: 409,
  address_refused: 422,
  answer_failed: 502,
  unavailable: 503,
  overloaded: 503,
  storage_full: 507,
  database_unavailable: 503,
  database_timeout: 503,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** `field` is the path in the body, separated by dots. */
export interface FieldError {
  field: string;
  code: string;
  message: string;
}

export interface PlanLimitReached {
  of: 'contexts' | 'users' | 'items';
  most: number;
  up: { plan: string; most: number } | null;
}

/** RFC 9457 problem details. `message` is the pt-BR text for the user. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  message: string;
  requestId: string;
  errors?: FieldError[];
  /** With `plan_upgrade_required`. */
  flag?: string;
  /** With `plan_limit_reached`. */
  limit?: PlanLimitReached;
  /** With `changed_meanwhile`: the state. `file_known`: its content. `consent_changed`: the text. */
  current?: unknown;
  /** With a limit or a pause that stops the chat. */
  person?: PersonContact;
}
