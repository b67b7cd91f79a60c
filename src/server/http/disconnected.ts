import type { FastifyReply } from 'fastify';

/** A signal that goes off when nobody waits for the answer any more: it was sent whole, or whoever asked has left. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}
