import { HttpError } from '../http/client.ts';
import { shownUpgrade } from '../session/upgrade.ts';
import { notify } from './notification.tsx';

/** What a failure says to a person: the server's sentence, else the one for everything (whose file comes only then). */
export async function failureSentence(failure: unknown): Promise<string> {
  if (failure instanceof HttpError && failure.message) return failure.message;
  const { generic } = await import('../../../locales/pt-BR/errors.json');
  return generic;
}

/** Shows a failed call as a toast; the same failure said twice is one toast. */
export async function showFailure(failure: unknown): Promise<void> {
  const message = await failureSentence(failure);
  // The dialog of a plan's limit says it already.
  if (shownUpgrade()?.limit === message) return;
  notify({ type: 'error', message, key: message });
}
