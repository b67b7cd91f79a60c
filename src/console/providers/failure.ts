import { HttpError } from '../http/client.ts';
import { shownUpgrade } from '../state/upgrade.ts';
import { i18n } from './i18n.ts';
import { notify } from './notification.tsx';

/** Returns the sentence to show for an error: the server's, else a generic one. */
export const failureSentence = (failure: unknown): string =>
  (failure instanceof HttpError && failure.message) || i18n.t('console.failed');

/** Shows an error as a toast. A repeated error replaces its toast. */
export function showFailure(failure: unknown): void {
  const message = failureSentence(failure);
  // The dialog about the plan's limit already shows this sentence.
  if (shownUpgrade()?.limit === message) return;
  notify({ type: 'error', message, key: message });
}
