import { formatCount } from '../../shared/format.ts';
import { t } from '../providers/i18n.ts';

/** Returns a share in whole percent; 0 if `all` is 0. */
export const percentOf = (part: number, all: number) => (all === 0 ? 0 : Math.round((100 * part) / all));

/** Compares a figure with an earlier one: returns "12% mais que ontem". `before` names the earlier period. */
export function formatChange(now: number, past: number, before: string): string {
  if (past === 0) return now === 0 ? t('insight.trend.none', { before }) : t('insight.trend.first', { before });
  const percent = Math.round((100 * Math.abs(now - past)) / past);
  if (percent === 0) return t('insight.trend.same', { before });
  return t(now > past ? 'insight.trend.more' : 'insight.trend.less', { percent: formatCount(percent), before });
}

/**
 * Like `formatChange`, but for use inside a sentence that counts interactions or conversations: returns "ontem,
 * nenhuma". Compares with the previous `days` days, or with yesterday if `days` is undefined.
 */
export function formatChangeInSentence(now: number, past: number, days?: number): string {
  const before = days === undefined ? t('insight.before.yesterday') : t('insight.before.days', { count: days });
  if (past > 0) return formatChange(now, past, before);
  const when = days === undefined ? 'yesterday' : 'days';
  return t(`insight.${now === 0 ? 'noneEither' : 'noneBefore'}.${when}`, { before });
}
