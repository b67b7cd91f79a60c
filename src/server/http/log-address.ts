import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { tellingSafely } from '../runtime/log.ts';

/** Whoever holds what follows these words in an address is let in. */
const TOKEN_BEHIND = /(\/(?:invitations?|weekly-mail\/stop|demo-links|preview)\/)[^/?#]+/g;

/**
 * An address as it may be written down: without the token of an invitation or a letter, without the
 * id of a demo link, and without its query, where people search
 * for names and providers of sign-in put their codes.
 */
export const loggedAddress = (url: string): string => url.replace(/[?#].*$/s, '').replace(TOKEN_BEHIND, '$1…');

/** A log that writes down calls by method and masked address, and errors without what they were about. */
export const maskedLog = (log: FastifyBaseLogger): FastifyBaseLogger =>
  log.child(
    {},
    {
      serializers: {
        ...tellingSafely,
        req: ({ method, url, host, ip }: FastifyRequest) => ({
          method,
          url: loggedAddress(url),
          host,
          remoteAddress: ip,
        }),
      },
    },
  );
