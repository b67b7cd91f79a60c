import type { FastifyReply } from 'fastify';

/**
 * Returns a signal that aborts when the connection closes, either because the response is complete or because the
 * client has left.
 */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  raw.once('close', () => disconnected.abort());
  return disconnected.signal;
}
