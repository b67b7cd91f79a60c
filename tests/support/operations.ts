import type { Answer, SharedServer } from './server.ts';

/** Set in a copy of the project with resources of its own: only these, as the others are tried in the project itself. */
const triedResources = process.env.TEST_RESOURCES?.split(',');

export const isTried = ({ resource }: { resource: string }) => !triedResources || triedResources.includes(resource);

/** On PostgreSQL, which only the long tests use, every operation is tried in every way; otherwise in some, in turn. */
const triesAll = process.env.TEST_DATABASE === 'postgres' || triedResources !== undefined;

/**
 * Returns a filter that keeps everything on PostgreSQL, otherwise one in `share`, counted across lists: their lengths should
 * not all be multiples of it, or the same places would always be left out.
 */
export function inShares(share: number): () => boolean {
  let turn = 0;
  return () => triesAll || turn++ % share === 0;
}

/** A JSON schema from the OpenAPI document. */
export interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  examples?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  pattern?: string;
}

export interface Operation {
  id: string;
  method: string;
  /** With `{names}` of parameters. */
  path: string;
  resource: string;
  action: string;
  isPublic: boolean;
  /** Whether staff may make the call on a customer's behalf: `yes`, `no` or `plan`. */
  onBehalf: string;
  /** The lowest role with which an API key may make the call, or `none`; undefined for public calls. */
  keyRole: string | undefined;
  /** The names of the security schemes. */
  schemes: string[];
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[];
  body?: { type: string; schema: Schema };
  /** The schemas of the responses, by status. */
  responses: Record<string, Schema | undefined>;
  /** The media types of the responses, by status. */
  mediaTypes: Record<string, string[]>;
}

/** Returns a part of the document with the named schemas in the place of the references to them. */
export function resolve(part: any, schemas: Record<string, unknown>): any {
  if (Array.isArray(part)) return part.map((one) => resolve(one, schemas));
  if (typeof part !== 'object' || part === null) return part;
  if (typeof part.$ref === 'string') return resolve(schemas[part.$ref.split('/').at(-1)], schemas);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolve(value, schemas)]));
}

/** Returns every operation of the API, from the OpenAPI document. */
export async function readOperations(server: SharedServer): Promise<Operation[]> {
  const { body: document } = await server.call({ method: 'GET', url: '/api/openapi.json' });
  const body = { paths: resolve(document.paths, document.components.schemas) };
  return Object.entries<Record<string, any>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const [content] = Object.entries<{ schema: Schema }>(operation.requestBody?.content ?? {});
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        resource: operation['x-resource'],
        action: operation['x-action'],
        isPublic: operation.security?.length === 0,
        onBehalf: operation['x-on-behalf-of-customer'],
        keyRole: operation['x-api-key'],
        schemes: (operation.security ?? []).flatMap((scheme: object) => Object.keys(scheme)),
        parameters: operation.parameters ?? [],
        body: content && { type: content[0], schema: content[1].schema },
        mediaTypes: Object.fromEntries(
          Object.entries<any>(operation.responses).map(([status, response]) => [
            status,
            Object.keys(response.content ?? {}),
          ]),
        ),
        responses: Object.fromEntries(
          Object.entries<any>(operation.responses).map(([status, response]) => [
            status,
            (response.content?.['application/json'] ?? Object.values<any>(response.content ?? {})[0])?.schema,
          ]),
        ),
      };
    }),
  );
}

/** Reads, changes of one row, changes of several, and last what removes rows that others are about, or sessions. */
function turnOf({ method, path, action, id }: Operation): number {
  if (method === 'GET') return 0;
  if (method === 'DELETE' || action.startsWith('erase') || ['logout', 'changePassword'].includes(id)) return 4;
  if (id.startsWith('bulkDelete')) return 3;
  return path.includes('bulk') ? 2 : 1;
}

/** Returns the operations in an order in which they can be called on the rows of one account. */
export const inTurns = (operations: readonly Operation[]): Operation[] =>
  operations.toSorted((one, other) => turnOf(one) - turnOf(other));

/** Values by property name, such as `contextId`; `id` is the path parameter. */
export type OperationInput = Record<string, unknown>;

const EXAMPLE = 'texto de exemplo';

/** Returns a value that is valid for a schema; uses `given` for the names in it. */
export function sample(schema: Schema, name: string, given: OperationInput): unknown {
  if (name in given) return given[name];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf?.find((option) => option.type !== 'null') ?? schema.allOf?.[0];
  if (choice) return sample(choice, name, given);
  const type = [schema.type].flat().find((one) => one !== 'null');
  if (type === 'object' || schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sample(value, key, given)]),
    );
  }
  if (type === 'array') return [sample(schema.items ?? {}, name.replace(/s$/, ''), given)];
  if (schema.examples) return schema.examples[0];
  if (type === 'boolean') return true;
  if (schema.pattern?.includes('0-9a-f')) return '#0B7A5E';
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (schema.format === 'uuid') throw new Error(`No id is given for ${name}`);
  if (schema.format === 'email') return 'alguem@empresa.com.br';
  return EXAMPLE;
}

export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

const BOUNDARY = 'fronteira';
/** The smallest possible PNG, in base64. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = Buffer.from(PICTURE, 'base64').toString('latin1');

/** Returns a body in which each character is a byte. */
function multipart(fields: Record<string, unknown>): string {
  const parts = Object.entries(fields).map(([name, value]) =>
    name === 'image'
      ? `Content-Disposition: form-data; name="image"; filename="exemplo.png"\r\n\r\n${picture}`
      : name === 'file'
        ? `Content-Disposition: form-data; name="file"; filename="exemplo.txt"\r\n\r\n${value === EXAMPLE ? 'Texto de exemplo; do arquivo.' : String(value)}`
        : `Content-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}`,
  );
  return `${parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('')}--${BOUNDARY}--\r\n`;
}

/** Builds a complete request for an operation from its schemas and the given values. */
export function requestFor(
  operation: Operation,
  values: OperationInput,
  headers: Record<string, string> = {},
): Request {
  const { method, parameters, body } = operation;
  // Without it, a stream stays open for minutes.
  const given: OperationInput = { seconds: 1, ...values };
  const firstOf = (name: string) => parameters.find((one) => one.in === 'path' && one.name === name)?.schema.enum?.[0];
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(given[`path.${name}`] ?? given[name] ?? firstOf(name)),
  );
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || parameter.name in given))
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String([sample(schema, name, given)].flat()[0]))}`);
  const url = `/api${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const sent = Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'header' && parameter.name in given)
      .map(({ name }) => [name, String(given[name])]),
  );
  const request: Request = { method, url, headers: { ...sent, ...headers } };
  if (!body) return request;
  const value = sample(body.schema, '', given);
  const isForm = body.type.startsWith('multipart');
  request.headers['content-type'] = isForm ? `${body.type}; boundary=${BOUNDARY}` : 'application/json';
  request.payload = isForm ? Buffer.from(multipart(value as Record<string, unknown>), 'latin1') : JSON.stringify(value);
  return request;
}

export const send = (server: SharedServer, request: Request): Promise<Answer> => server.call(request as never);
