import { once } from 'node:events';
// @ts-expect-error The package has no types, and those published separately are for another version.
import autocannon from 'autocannon';

export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface LoadFigures {
  perSecond: number;
  done: number;
  /** Responses that were refused, cut or incomplete. */
  errors: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
}

interface AutocannonResult {
  '2xx': number;
  non2xx: number;
  errors: number;
  mismatches: number;
  duration: number;
  latency: { p50: number; p99: number };
}

/**
 * Has each of the clients send its requests in turn, one after the other, for some seconds.
 * @param requestsOf returns the requests of one client, by its number
 * @param isComplete returns whether a response's body is complete
 */
export async function applyLoad(
  url: string,
  { clients, seconds }: { clients: number; seconds: number },
  requestsOf: (client: number) => LoadRequest[],
  isComplete: (body: string) => boolean,
): Promise<LoadFigures> {
  let client = 0;
  const run = autocannon({
    url,
    connections: clients,
    duration: seconds,
    timeout: 30,
    setupClient: (one: { setRequests(requests: LoadRequest[]): void }) => one.setRequests(requestsOf(client++)),
    verifyBody: isComplete,
  });
  const [result] = (await once(run, 'done')) as [AutocannonResult];
  const done = result['2xx'] - result.mismatches;
  const errors = result.non2xx + result.errors + result.mismatches;
  const { p50, p99 } = result.latency;
  return { perSecond: done / result.duration, done, errors, p50, p99 };
}
