import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { safeSerializers } from '../runtime/log.ts';

/** Path segments that grant access to anyone who has them. */
const TOKEN_IN_PATH = /(\/(?:invitations?|weekly-mail\/stop|demo-links|preview)\/)[^/?#]+/g;

/**
 * Returns a URL that is safe to log: without tokens of invitations, emails and demo links, and without the query,
 * which may hold searched names and OAuth codes.
 */
export const loggedAddress = (url: string): string => url.replace(/[?#].*$/s, '').replace(TOKEN_IN_PATH, '$1…');

/** Returns a logger that masks URLs and logs only safe fields of errors. */
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
