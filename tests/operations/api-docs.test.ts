import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { payloadOf } from '../../src/server/outgoing-webhooks/payload.ts';
import { sampleOf } from '../../src/server/outgoing-webhooks/samples.ts';
import { WEBHOOK_EVENTS } from '../../src/shared/webhook-events.ts';
import { webhookPayloads } from '../../src/shared/webhook-payloads.ts';
import { resolve } from '../support/operations.ts';
import { type SharedServer, sharedServer } from '../support/server.ts';

let server: SharedServer;
let document: any;
let paths: Record<string, Record<string, any>>;
beforeAll(async () => {
  server = await sharedServer();
  document = (await server.call({ method: 'GET', url: '/api/openapi.json' })).body;
  paths = resolve(document.paths, document.components.schemas);
});

/**
 * zod compiles the patterns of a JSON schema without the u flag, so `\\p{…}` fails on valid values. Ignores those
 * issues.
 */
const isReal = (issue: z.core.$ZodIssue) => !('pattern' in issue && String(issue.pattern).includes('\\p{'));

interface Described {
  where: string;
  schema: object;
  example: unknown;
}

function described(): Described[] {
  return Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, requestBody, responses }) => {
      const parts: [string, any][] = [['body', requestBody], ...Object.entries<any>(responses)];
      return parts.flatMap(([part, { content = {} } = {}]) =>
        Object.values<any>(content).map(({ schema, example }) => ({
          where: `${operationId} ${part}`,
          schema,
          example,
        })),
      );
    }),
  );
}

describe('the OpenAPI description', () => {
  const operations = (of: Record<string, object>) =>
    Object.values(of).flatMap((methods) => Object.values(methods)) as Record<string, any>[];

  it('names every schema of a body once, and refers only to names that exist', () => {
    const { schemas } = document.components;
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!);
    expect([...new Set(names)].sort()).toEqual(Object.keys(schemas).sort());
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Problem', 'Content', 'ContentPage', 'ContentDetail', 'ChatEvent', 'CreateFaqBody']),
    );
    const inline = operations(document.paths).flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values<any>(responses)]
        .flatMap((part) => Object.values<any>(part?.content ?? {}))
        .filter(({ schema }) => schema.properties ?? schema.anyOf)
        .map(() => operationId as string),
    );
    expect(inline).toEqual([]);
  });

  it('gives every operation a summary', () => {
    const all = [...operations(document.paths), ...operations(document.webhooks)];
    expect(all.filter(({ summary }) => !summary).map(({ operationId }) => operationId)).toEqual([]);
    expect(document.paths['/contents/faq'].post.summary).toBe('Create FAQ');
  });

  it('types the events of a stream, and the requests that webhooks receive', () => {
    const { content } = paths['/widgets/{contextId}/messages']!.post!.responses[200];
    const events = content['text/event-stream'].schema.oneOf.map(({ properties }: any) => properties.event.enum[0]);
    expect(events).toEqual(['conversation', 'sources', 'delta', 'restart', 'suggestions', 'done', 'error']);
    expect(content['application/json'].schema.properties.answer).toEqual({ type: 'string' });
    expect(Object.keys(document.webhooks)).toEqual(WEBHOOK_EVENTS);
    for (const [type, { body }] of webhookPayloads.map((one) => [one.type, one] as const)) {
      const sample = sampleOf(type, { id: '019b0000-0000-7000-8000-000000000000', name: 'Loja' });
      const sent = { ...payloadOf(sample, 'https://prosa.example', { hidesPersonalData: false }), test: true };
      expect(body.strict().safeParse(sent).error?.issues ?? [], type).toEqual([]);
    }
  });

  it('has an example for every body and response that matches its schema', () => {
    const all = described();
    expect(all.length).toBeGreaterThan(300);
    const wrong = all.flatMap(({ where, schema, example }) => {
      const { error } = z.fromJSONSchema(schema as never).safeParse(example);
      return (error?.issues ?? []).filter(isReal).map(({ path, message }) => `${where}: ${path.join('.')} ${message}`);
    });
    expect(all.filter(({ example }) => example === undefined).map(({ where }) => where)).toEqual([]);
    expect(wrong).toEqual([]);
  });

  it('names JSON and CSV for every call with format=csv', () => {
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const both = operations.filter(({ parameters = [] }) =>
      parameters.some(({ name, schema }: any) => name === 'format' && schema.enum?.includes('json')),
    );
    expect(both.map(({ operationId }) => operationId).sort()).toEqual([
      'listAuditLog',
      'listPlatformAuditLog',
      'showPolicy',
    ]);
    for (const { responses } of both) {
      expect(Object.keys(responses[200].content)).toEqual(['application/json', 'text/csv']);
      expect(responses[200].content['text/csv'].schema).toEqual({ type: 'string' });
      expect(JSON.stringify(responses[200])).not.toContain('orCsv');
    }
  });

  it('has examples of bodies that the server accepts as they are', async () => {
    const owner = await server.signUp();
    const { contextId } = owner;
    const refused: string[] = [];
    for (const [method, path, url] of [
      ['post', '/api-keys', '/api-keys'],
      ['put', '/contexts/{id}/origins', `/contexts/${contextId}/origins`],
      ['post', '/contexts', '/contexts'],
      ['post', '/widgets/{contextId}/visitor-messages', `/widgets/${contextId}/visitor-messages`],
    ] as const) {
      const { example } = paths[path]![method]!.requestBody.content['application/json'];
      const { status, body } = await owner[method](url, example);
      if (status === 422) refused.push(`${method} ${path}: ${JSON.stringify(body.errors)}`);
    }
    expect(refused).toEqual([]);
  });

  it('names contextId, which is required unless rows are asked for by their ids', async () => {
    const owner = await server.signUp();
    const lists = ['/contents', '/hyperlinks', '/conversations', '/visitor-messages', '/conversations/export'];
    for (const path of lists) {
      expect((await owner.get(path)).body.errors, path).toMatchObject([{ field: 'contextId', code: 'required' }]);
      const { parameters } = paths[path]!.get!;
      const described = parameters.find(({ name }: any) => name === 'contextId');
      expect(described, path).toMatchObject({ schema: { type: 'array', minItems: 1 } });
    }
  });

  it('uses realistic examples from the product', () => {
    const { requestBody } = paths['/contents/faq']!.post!;
    expect(requestBody.content['application/json'].example).toMatchObject({ question: 'Vocês entregam em Salvador?' });
  });
});

it('serves a public documentation page that loads nothing from other hosts', async () => {
  const { status, headers, text } = await server.call({ method: 'GET', url: '/api/docs' });
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(3);
  for (const url of addresses) {
    expect(url).toMatch(/^\/api\/docs\/static\//);
    expect((await server.call({ method: 'GET', url })).status, url).toBe(200);
  }
});
