import type { OpenNotificationParams } from '@refinedev/core';
import type { TFunction } from 'i18next';

/** What a refused call says to a person: the server's sentence, else the one for everything. */
export function sentenceOf(t: TFunction, failure: unknown): string {
  const { message } = (failure ?? {}) as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : t('errors.generic');
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
