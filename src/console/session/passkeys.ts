import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { request } from '../http/client.ts';

export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Loaded when a passkey is used. */
const browser = () => import('@simplewebauthn/browser');

/** Null if the user cancelled it, or the device refused. */
const orNull = <T>(answer: Promise<T>): Promise<T | null> => answer.catch(() => null);

/** Asks the API for a challenge (`path` below /api) and the user for a passkey that answers it. Throws `HttpError`. */
export async function answerWithPasskey(path: string, body?: object): Promise<unknown> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    browser(),
    request<PublicKeyCredentialRequestOptionsJSON>(path, { method: 'POST', body }),
  ]);
  return orNull(startAuthentication({ optionsJSON }));
}

/** Throws `HttpError`. */
export async function createPasskey(): Promise<unknown> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    browser(),
    request<PublicKeyCredentialCreationOptionsJSON>('/users/me/passkeys/start', { method: 'POST' }),
  ]);
  return orNull(startRegistration({ optionsJSON }));
}
