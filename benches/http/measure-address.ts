import { once } from 'node:events';
// @ts-expect-error The package has no types, and those published separately are for another version.
import autocannon from 'autocannon';

export const CONNECTIONS = 10;

interface Result {
  non2xx: number;
  requests: { average: number };
  latency: { p99: number };
}
/** `p99` in milliseconds. */
export interface Figures {
  requestsPerSecond: number;
  p99: number;
}

interface Load {
  seconds?: number;
  /** How many requests, instead of how long. */
  amount?: number;
  accessToken?: string;
}

/** Asks for an address as fast as it answers. Throws if it answers with an error. */
export async function measureAddress(url: string, { seconds, amount, accessToken }: Load): Promise<Figures> {
  const headers = accessToken ? { authorization: `Bearer ${accessToken}` } : {};
  const length = amount ? { amount } : { duration: seconds };
  const run = autocannon({ url, headers, connections: CONNECTIONS, ...length });
  const [result] = (await once(run, 'done')) as [Result];
  if (result.non2xx > 0) throw new Error(`${url} returned ${result.non2xx} errors`);
  return { requestsPerSecond: result.requests.average, p99: result.latency.p99 };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
