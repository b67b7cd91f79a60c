import type { FastifyRequest } from 'fastify';
import { asFresh } from '../../../../access-control/permissions.ts';
import { passwordBody, profileBody } from '../../../shared/people.ts';
import { ownSessions } from '../../../shared/second-factor.ts';
import { guideFacts, type SessionUser, sessionUser, tutorialQuery } from '../../../shared/session.ts';
import { memberOf } from '../../http/access.ts';
import { authLimit } from '../../http/rate-limit.ts';
import { type Api, byId, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { changePassword } from './change-password.ts';
import { endCrawlerOffer, endTutorial, goToStep, readGuideFacts } from './first-steps.ts';
import { editMe, readMe } from './me.ts';
import { endOwnSessions, listOwnSessions } from './own-sessions.ts';

/** A 2 MB image as a data URL and the rest of the body. */
const PROFILE_BYTES = 3 * 1024 * 1024;

async function sessionUserOf({ db }: Services, request: FastifyRequest): Promise<SessionUser> {
  const member = memberOf(request);
  const permissions = request.server.permissionsOf(asFresh(member));
  return { ...(await readMe(db, member)), lacksFactor: member.lacksFactor, permissions };
}

export function profileRoutes(api: Api, services: Services): void {
  const { db } = services;
  const tags = ['session'];
  api.get('/users/me', {
    ...route('profile', 'show', { tags, operationId: 'showMe', answer: sessionUser, config: { isBeforeFactor: true } }),
    handler: (request) => sessionUserOf(services, request),
  });
  api.patch('/users/me', {
    ...route('profile', 'edit', {
      tags,
      operationId: 'editMe',
      body: profileBody,
      answer: sessionUser,
      config: authLimit,
    }),
    bodyLimit: PROFILE_BYTES,
    handler: async (request) => {
      await editMe(db, memberOf(request), request.body);
      return sessionUserOf(services, request);
    },
  });
  api.put('/users/me/password', {
    ...route('profile', 'change-password', {
      tags,
      operationId: 'changePassword',
      body: passwordBody,
      config: authLimit,
    }),
    handler: async (request) => changePassword(services, memberOf(request), request.body),
  });
  sessionsRoutes(api, services);
  firstStepsRoutes(api, services);
}

function sessionsRoutes(api: Api, { db }: Services): void {
  api.get('/users/me/sessions', {
    ...route('own-sessions', 'list', { answer: ownSessions }),
    handler: async (request) => listOwnSessions(db, memberOf(request)),
  });
  api.delete('/users/me/sessions', {
    ...route('own-sessions', 'end', { operationId: 'endOtherSessions', description: 'All but the one of the call.' }),
    handler: async (request) => endOwnSessions(db, memberOf(request)),
  });
  api.delete('/users/me/sessions/:id', {
    ...route('own-sessions', 'end', { operationId: 'endSession', params: byId }),
    handler: async (request) => endOwnSessions(db, memberOf(request), request.params.id),
  });
}

function firstStepsRoutes(api: Api, services: Services): void {
  const { db } = services;
  const tags = ['session'];
  api.get('/users/tutorial', {
    ...route('profile', 'first-steps', {
      tags,
      operationId: 'showTutorial',
      description: 'Which steps of the guide have happened in the account.',
      answer: guideFacts,
    }),
    handler: (request) => readGuideFacts(db, memberOf(request).tenant),
  });
  api.put('/users/tutorial', {
    ...route('profile', 'first-steps', {
      tags,
      operationId: 'goToTutorialStep',
      description:
        'Sets the step of the tutorial (0 to 4), forwards or backwards. Step 0 also restarts a finished tutorial. No body.',
      querystring: tutorialQuery,
      answer: sessionUser,
    }),
    handler: async (request) => {
      await goToStep(db, memberOf(request), request.query);
      return sessionUserOf(services, request);
    },
  });
  api.post('/users/tutorial', {
    ...route('profile', 'first-steps', {
      tags,
      operationId: 'endTutorial',
      description: 'Marks the tutorial as finished. No body.',
      answer: sessionUser,
    }),
    handler: async (request) => {
      await endTutorial(db, memberOf(request));
      return sessionUserOf(services, request);
    },
  });
  api.post('/users/website-crawled', {
    ...route('profile', 'first-steps', {
      tags,
      operationId: 'endCrawlerOffer',
      description: 'Marks the offer to capture the website of the sign-up as accepted or dismissed. No body.',
      answer: sessionUser,
    }),
    handler: async (request) => {
      await endCrawlerOffer(db, memberOf(request));
      return sessionUserOf(services, request);
    },
  });
}
