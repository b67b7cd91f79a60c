import type { OpenNotificationParams } from '@refinedev/core';
import { t } from '../providers/i18n.ts';

/** Returns the message of a failed request: the server's or, if it has none, a generic one. */
export function sentenceOf(failure: unknown): string {
  const { message } = (failure ?? {}) as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : t('console.failed');
}

export const isNotFound = (failure: unknown) => (failure as { status?: number } | null)?.status === 404;

/**
 * Returns the message to show below the heading "Não conseguimos carregar". If the server responded without a message,
 * the generic one would only repeat that heading, so another text replaces it.
 */
export function panelSentence(failure: unknown): string {
  const sentence = sentenceOf(failure);
  const isAnswered = ((failure as { status?: number } | null)?.status ?? 0) > 0;
  return isAnswered && sentence === t('console.failed') ? t('resource.failed.text') : sentence;
}

/** Refine's notification for a successful request. */
export const successNotice = (message: string) => (): OpenNotificationParams => ({ type: 'success', message });
