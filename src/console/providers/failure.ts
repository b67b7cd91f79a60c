import { generic } from '../../../locales/pt-BR/errors.json';
import { HttpError } from '../http/client.ts';
import { showNotice } from './notice-store.ts';

/** What a failure says to a person: the server's sentence, else the one for everything. */
export function failureSentence(failure: unknown): string {
  return (failure instanceof HttpError && failure.message) || generic;
}

/** Shows a failed call as a toast; the same failure said twice is one toast. */
export function showFailure(failure: unknown): void {
  const message = failureSentence(failure);
  showNotice({ type: 'error', message, key: message });
}
