import { problem, PROBLEM_TYPE } from './problem.ts';

export interface JsonSchema {
  title?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  minimum?: number;
  minLength?: number;
  minItems?: number;
  maxLength?: number;
  pattern?: string;
  mediaTypes?: string[];
  orCsv?: boolean;
}
export interface Media {
  schema?: JsonSchema;
  example?: unknown;
}
export interface ApiOperation {
  operationId?: string;
  summary?: string;
  requestBody?: { content?: Record<string, Media> };
  responses?: Record<string, { content?: Record<string, Media> }>;
}
export type ApiPaths = Record<string, Record<string, ApiOperation>>;
/** Completed after the plugin has made it. */
export interface ApiDocument {
  paths: ApiPaths;
  webhooks?: ApiPaths;
  components?: object;
}

const ID = '0197c5a2-7d3e-7b61-9f7a-3c1d2e4f5a6b';

/** Where the schema alone would give a meaningless text. */
const BY_NAME: Record<string, unknown> = {
  name: 'Loja das Bicicletas',
  email: 'ana@empresa.com.br',
  password: 'Senha#Forte1',
  website: 'https://www.empresa.com.br',
  phone: '+55 71 99999-0000',
  question: 'Vocês entregam em Salvador?',
  answer: 'Sim, entregamos em Salvador em até 5 dias úteis.',
  word: 'revisão',
  link: 'https://www.empresa.com.br/revisao',
  url: 'https://www.empresa.com.br/entregas',
  title: 'Entregas',
  excerpt: 'Entregamos em Salvador em até 5 dias úteis.',
  text: 'Sim, entregamos em Salvador.',
  code: '123456',
  externalId: 'produto-4711',
  headers: 'X-Token: abc123',
  whatsapp: '5571999990000',
  origin: 'https://www.empresa.com.br',
  // Must be in the future when the example is sent.
  expiresAt: '2040-01-01T12:00:00.000Z',
};

const BY_FORMAT: Record<string, string> = {
  uuid: ID,
  email: 'ana@empresa.com.br',
  uri: 'https://www.empresa.com.br',
  'date-time': '2026-11-23T12:00:00.000Z',
  date: '2026-11-23',
};

const SAMPLE_TEXT = 'Texto de exemplo';
const TEXTS = [
  SAMPLE_TEXT,
  '2026-11-23',
  '2026-11',
  '#0B7A5E',
  'https://www.empresa.com.br',
  '5571999990000',
  'contents_create',
  '123456',
  'pk_exemplo',
  'data:image/png;base64,iVBORw0KGgo=',
  ID,
];

function matches({ pattern, minLength = 0, maxLength = Infinity }: JsonSchema, text: string): boolean {
  return text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text));
}

/** The last one when the schema allows none. */
function textFor(schema: JsonSchema, name: string): string {
  const named = BY_NAME[name];
  const byFormat = BY_FORMAT[schema.format ?? ''];
  const candidates = [
    ...(typeof named === 'string' ? [named] : []),
    ...(byFormat ? [byFormat] : []),
    ...TEXTS,
    SAMPLE_TEXT.slice(0, schema.maxLength),
    SAMPLE_TEXT.padEnd(schema.minLength ?? 0, '.'),
  ];
  return candidates.find((text) => matches(schema, text)) ?? SAMPLE_TEXT;
}

/** Realistic values for well-known names. */
function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []).filter(({ type }) => type !== 'null');
  if (choice) return exampleOf(choice, name);
  const type = [schema.type].flat().find((one) => one !== 'null');
  if (type === 'object' || schema.properties) {
    const properties = Object.entries(schema.properties ?? {});
    return Object.fromEntries(properties.map(([key, value]) => [key, exampleOf(value, key)]));
  }
  if (type === 'array') {
    const item = exampleOf(schema.items ?? {}, name.replace(/s$/, ''));
    return Array.from({ length: schema.minItems ?? 1 }, () => item);
  }
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  return type === 'string' ? textFor(schema, name) : null;
}

const PROBLEM = problem('not_found', { id: ID });

export function addExamples(paths: ApiPaths): void {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const responses = Object.entries(operation.responses ?? {});
    const media = [
      ...Object.values(operation.requestBody?.content ?? {}),
      ...responses.filter(([status]) => status !== 'default').flatMap(([, one]) => Object.values(one.content ?? {})),
    ];
    for (const one of media) if (one.schema) one.example = exampleOf(one.schema);
    for (const [type, one] of Object.entries(operation.responses?.default?.content ?? {}))
      one.example = type === PROBLEM_TYPE ? PROBLEM : exampleOf(one.schema ?? {});
  }
}
