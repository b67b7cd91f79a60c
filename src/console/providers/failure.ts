import { HttpError } from '../http/client.ts';
import { shownUpgrade } from '../state/upgrade.ts';
import { notify } from './notification.tsx';

/** Returns the sentence to show for an error: the server's, else a generic one, whose file is loaded only then. */
export async function failureSentence(failure: unknown): Promise<string> {
  if (failure instanceof HttpError && failure.message) return failure.message;
  const { generic } = await import('../../../locales/pt-BR/errors.json');
  return generic;
}

/** Shows an error as a toast. A repeated error replaces its toast. */
export async function showFailure(failure: unknown): Promise<void> {
  const message = await failureSentence(failure);
  // The dialog about the plan's limit already shows this sentence.
  if (shownUpgrade()?.limit === message) return;
  notify({ type: 'error', message, key: message });
}
