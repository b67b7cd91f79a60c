import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EMBEDDED_MODEL_ID } from '../../src/shared/models.ts';
import { HOSTILE, type InputPosition, inputPositionsOf } from '../support/hostile.ts';
import { inShares, type Operation, readOperations, type Request, requestFor, send } from '../support/operations.ts';
import { type Caller, PASSWORD, startServer, type TestServer } from '../support/server.ts';
import { fillTenant, type FullTenant, valuesReferringTo } from '../support/tenants.ts';

const ROUNDS = Number(process.env.ROUNDS ?? (process.env.TEST_DATABASE === 'postgres' ? 1_500 : 400));

let server: TestServer;
let full: FullTenant;
let staff: Caller;
let targets: { operation: Operation; spots: InputPosition[] }[];
beforeAll(async () => {
  server = await startServer();
  full = await fillTenant(server);
  staff = await server.as(full.caller, 'WM_ADMIN');
  const operations = await readOperations(server);
  targets = operations
    .map((operation) => ({ operation, spots: inputPositionsOf(operation) }))
    .filter(({ spots }) => spots.length > 0);
});
afterAll(() => server.close());

const isForStaff = ({ path }: Operation) => path.startsWith('/admin');

function requestOf(operation: Operation): Request {
  const { caller } = full;
  const isStaff = isForStaff(operation);
  const given = {
    ...valuesReferringTo(full, operation),
    email: caller.email,
    password: PASSWORD,
    resource: 'contents',
    action: 'list',
    before: '',
    ...(isStaff ? { 'path.id': operation.resource === 'models' ? EMBEDDED_MODEL_ID : caller.accountId } : {}),
  };
  const { tokens } = isStaff ? staff : caller;
  return requestFor(operation, given, operation.isPublic ? {} : { authorization: `Bearer ${tokens.accessToken}` });
}

/** Errors caused by another server that does not respond. */
const UPSTREAM_CODES = ['gateway_unreachable'];

async function failureOf(operation: Operation, request: Request): Promise<string | null> {
  // An error in the middle of a response is thrown here, for example in an export after its header.
  const answer = await send(server, request).catch((error: Error) => ({
    status: 599,
    text: error.message,
    body: null,
  }));
  if (answer.status < 500 || UPSTREAM_CODES.includes((answer.body as { code?: string } | null)?.code ?? ''))
    return null;
  const { method, url, payload = '' } = request;
  return `${operation.id}: ${method} ${url} ${String(payload)} -> ${answer.status} ${answer.text}`;
}

it('never fails for values close to what a query expects', { timeout: 300_000 }, async () => {
  const isSent = inShares(6);
  for (const { operation, spots } of targets) {
    const querySpots = new Map(spots.filter(({ isQuery }) => isQuery).map((spot) => [spot.name, spot]));
    for (const spot of querySpots.values())
      for (const value of spot.fitting.filter(isSent))
        expect(await failureOf(operation, spot.put(requestOf(operation), value))).toBeNull();
  }
});

it('never fails for any input from a client', { timeout: 900_000 }, async () => {
  const pick = fc.nat();
  const fill = fc.record({ at: pick, value: pick, isFitting: fc.boolean() });
  const cases = fc.record({ which: pick, fills: fc.array(fill, { minLength: 1, maxLength: 2 }) });
  const property = fc.asyncProperty(cases, async ({ which, fills }) => {
    const { operation, spots } = targets[which % targets.length]!;
    const request = fills.reduce((made, { at, value, isFitting }) => {
      const spot = spots[at % spots.length]!;
      const values = isFitting ? spot.fitting : HOSTILE;
      return spot.put(made, values[value % values.length]);
    }, requestOf(operation));
    expect(await failureOf(operation, request)).toBeNull();
  });
  await fc.assert(property, { numRuns: ROUNDS, endOnFailure: true });
});
