import type { Readable } from 'node:stream';
import { type Caller, eventsOf, type SharedServer, until } from './server.ts';

const open = new Set<Readable>();

/** Ends all streams that a test has opened. */
export function closeStreams(): void {
  for (const stream of open) stream.destroy();
  open.clear();
}

/** Opens a stream of a session, that of changes by default. Resolves when it is ready, or was refused. */
export async function listenTo({ app }: SharedServer, { tokens }: Pick<Caller, 'tokens'>, path = '/changes') {
  const { statusCode, stream: read } = await app.inject({
    url: `/api${path}?seconds=60`,
    headers: { authorization: `Bearer ${tokens.accessToken}`, accept: 'text/event-stream' },
    payloadAsStream: true,
  });
  const stream = read();
  open.add(stream);
  let text = '';
  let hasEnded = false;
  stream.on('data', (bytes: Buffer) => (text += bytes.toString()));
  stream.on('close', () => (hasEnded = true));
  const events = () => eventsOf(text);
  if (statusCode === 200) await until(async () => events().length > 0);
  return {
    status: statusCode,
    events,
    /** What was told of changed rows. */
    heard: () => events().flatMap(({ event, data }) => (event === 'changed' ? [data] : [])),
    text: () => text,
    ended: () => hasEnded,
  };
}
