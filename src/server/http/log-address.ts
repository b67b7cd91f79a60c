import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { safeSerializers } from '../runtime/log.ts';

/** They grant access to anyone who has them. */
const TOKEN_IN_PATH = /(\/(?:invitations?|weekly-mail\/stop|demo-links|preview)\/)[^/?#]+/g;

/**
 * Without tokens of invitations, emails and demo links, and without the query, which may hold names and OAuth codes.
 */
export const loggedAddress = (url: string): string => url.replace(/[?#].*$/s, '').replace(TOKEN_IN_PATH, '$1…');

/** Masks URLs and logs only safe fields of errors. */
export const maskedLog = (log: FastifyBaseLogger): FastifyBaseLogger =>
  log.child(
    {},
    {
      serializers: {
        ...safeSerializers,
        req: ({ method, url, host, ip }: FastifyRequest) => ({
          method,
          url: loggedAddress(url),
          host,
          remoteAddress: ip,
        }),
      },
    },
  );
