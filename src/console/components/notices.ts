import type { OpenNotificationParams } from '@refinedev/core';
import type { TFunction } from 'i18next';

/** What a refused call says to a person: the server's sentence, else the one for everything. */
export function sentenceOf(t: TFunction, failure: unknown): string {
  const { message } = (failure ?? {}) as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : t('errors.generic');
}

/** Whether the answer was that there is no such thing. */
export const isNotFound = (failure: unknown) => (failure as { status?: number } | null)?.status === 404;

/**
 * The same below "Não conseguimos carregar", which says already that something failed: where an answer came without a
 * sentence of its own, what to make of it.
 */
export function panelSentence(t: TFunction, failure: unknown): string {
  const sentence = sentenceOf(t, failure);
  const isAnswered = ((failure as { status?: number } | null)?.status ?? 0) > 0;
  return isAnswered && sentence === t('errors.generic') ? t('resource.failed.text') : sentence;
}

/** Refine's notice of a call that failed; the same failure said twice is one toast. */
export const failureNotice =
  (t: TFunction) =>
  (failure?: unknown): OpenNotificationParams => {
    const message = sentenceOf(t, failure);
    return { type: 'error', message, key: message };
  };

/** Refine's notice of a call that went well. */
export const successNotice = (message: string) => (): OpenNotificationParams => ({ type: 'success', message });
