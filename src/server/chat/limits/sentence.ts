import type { ErrorCode } from '../../../shared/error-codes.ts';
import type { LimitKind } from '../../../shared/limits.ts';
import type { WidgetLimits } from '../../db/platform.ts';
import { t } from '../../runtime/translate.ts';

export const LIMIT_CODES = {
  minute: 'limit_minute',
  daily: 'limit_daily',
  monthly: 'limit_monthly',
  credits: 'limit_credits',
  deactivated: 'chat_deactivated',
} as const satisfies Record<LimitKind, ErrorCode>;

/** The owner's text, or else the default one. */
export const limitSentence = ({ limits }: { limits: Pick<WidgetLimits, 'messages'> | null }, kind: LimitKind): string =>
  limits?.messages[kind] || t(`errors.${LIMIT_CODES[kind]}`);
