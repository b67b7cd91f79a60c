import {
  addedFactor,
  factorBody,
  passkeyBody,
  passkeyEdit,
  passkeyOptions,
  passkeySignInBody,
  passkeyStartBody,
  requiredFactor,
  secondFactor,
  sessionProof,
  totpCodeBody,
  totpKey,
} from '../../../shared/second-factor.ts';
import { tokenPair } from '../../../shared/session.ts';
import { memberOf } from '../../http/access.ts';
import { signInFrom } from '../../http/device.ts';
import { authLimit } from '../../http/rate-limit.ts';
import { type Api, byId, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { setAccountRule } from './account-rule.ts';
import { confirmSession } from './confirm-session.ts';
import {
  addPasskey,
  addTotp,
  editPasskey,
  readOwnFactors,
  removePasskey,
  removeTotp,
  renewOwnRecoveryCodes,
  startOwnPasskey,
  startTotp,
} from './own-factors.ts';
import { askForPasskey } from './passkeys.ts';
import { finishSignIn, signInByPasskey, startPasskeySignIn } from './sign-in.ts';

const RESOURCE = 'second-factor';
/** Also for users who must add a factor first. */
const config = { ...authLimit, isBeforeFactor: true };
const fresh = { needsFreshSession: true };
const freshConfig = { ...config, ...fresh };

export function secondFactorRoutes(api: Api, services: Services): void {
  signInRoutes(api, services);
  ownRoutes(api, services);
  totpRoutes(api, services);
  passkeyRoutes(api, services);
  api.put('/account/second-factor', {
    ...route('account', 'require-factor', {
      operationId: 'requireSecondFactor',
      description: 'Whether everybody in the account must have a second factor.',
      body: requiredFactor,
      answer: requiredFactor,
      config: fresh,
    }),
    handler: async (request) => {
      await setAccountRule(services.db, memberOf(request), request.body.required);
      return request.body;
    },
  });
}

function signInRoutes(api: Api, services: Services): void {
  api.post('/auth/factor', {
    ...route('session', 'factor', {
      operationId: 'finishSignIn',
      description: 'The second step of a sign-in that answered with `secondFactor`.',
      body: factorBody,
      answer: tokenPair,
      config: authLimit,
    }),
    handler: (request, reply) =>
      signInFrom(request, reply, services, (origin) => finishSignIn(services, request.body, origin)),
  });
  api.post('/auth/passkey/start', {
    ...route('session', 'passkey-start', {
      operationId: 'startPasskeySignIn',
      body: passkeyStartBody,
      answer: passkeyOptions,
      config: authLimit,
    }),
    handler: async (request) => ({ ...(await startPasskeySignIn(services, request.body.ticket)) }),
  });
  api.post('/auth/passkey', {
    ...route('session', 'passkey', {
      operationId: 'signInByPasskey',
      description: 'A sign-in without a password.',
      body: passkeySignInBody,
      answer: tokenPair,
      config: authLimit,
    }),
    handler: (request, reply) =>
      signInFrom(request, reply, services, (origin) => signInByPasskey(services, request.body.passkey, origin)),
  });
}

function ownRoutes(api: Api, services: Services): void {
  api.get('/users/me/second-factor', {
    ...route(RESOURCE, 'show', { answer: secondFactor, config: { isBeforeFactor: true } }),
    handler: async (request) => readOwnFactors(services, memberOf(request)),
  });
  api.post('/users/me/second-factor/recovery-codes', {
    ...route(RESOURCE, 'renew-codes', {
      operationId: 'renewRecoveryCodes',
      answer: addedFactor,
      config: { ...authLimit, ...fresh },
    }),
    handler: async (request) => ({ recoveryCodes: await renewOwnRecoveryCodes(services, memberOf(request)) }),
  });
  api.post('/users/me/confirm', {
    ...route(RESOURCE, 'confirm', {
      operationId: 'confirmSession',
      description: 'Opens what answers with `fresh_sign_in_required`, for ten minutes.',
      body: sessionProof,
      config,
    }),
    handler: async (request) => confirmSession(services, memberOf(request), request.body),
  });
  api.post('/users/me/confirm/passkey', {
    ...route(RESOURCE, 'confirm', { operationId: 'startPasskeyConfirmation', answer: passkeyOptions, config }),
    handler: async (request) => ({ ...(await askForPasskey(services, memberOf(request))) }),
  });
}

function totpRoutes(api: Api, services: Services): void {
  api.post('/users/me/second-factor/totp', {
    ...route(RESOURCE, 'add', { operationId: 'startTotp', answer: totpKey, config: freshConfig }),
    handler: async (request) => startTotp(services, memberOf(request)),
  });
  api.post('/users/me/second-factor/totp/confirm', {
    ...route(RESOURCE, 'add', {
      operationId: 'addTotp',
      body: totpCodeBody,
      answer: addedFactor,
      config: freshConfig,
    }),
    handler: async (request) => ({
      recoveryCodes: await addTotp(services, memberOf(request), request.body.code),
    }),
  });
  api.delete('/users/me/second-factor/totp', {
    ...route(RESOURCE, 'remove', { operationId: 'removeTotp', config: { ...authLimit, ...fresh } }),
    handler: async (request) => removeTotp(services, memberOf(request)),
  });
}

function passkeyRoutes(api: Api, services: Services): void {
  api.post('/users/me/passkeys/start', {
    ...route(RESOURCE, 'add', { operationId: 'startPasskey', answer: passkeyOptions, config: freshConfig }),
    handler: async (request) => ({ ...(await startOwnPasskey(services, memberOf(request))) }),
  });
  api.post('/users/me/passkeys', {
    ...route(RESOURCE, 'add', {
      operationId: 'addPasskey',
      body: passkeyBody,
      answer: addedFactor,
      config: freshConfig,
    }),
    handler: async (request) => {
      const { name, passkey } = request.body;
      return { recoveryCodes: await addPasskey(services, memberOf(request), name, passkey) };
    },
  });
  api.put('/users/me/passkeys/:id', {
    ...route(RESOURCE, 'rename', { operationId: 'renamePasskey', params: byId, body: passkeyEdit }),
    handler: async (request) => editPasskey(services, memberOf(request), request.params.id, request.body.name),
  });
  api.delete('/users/me/passkeys/:id', {
    ...route(RESOURCE, 'remove', { operationId: 'removePasskey', params: byId, config: fresh }),
    handler: async (request) => removePasskey(services, memberOf(request), request.params.id),
  });
}
