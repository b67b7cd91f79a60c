import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { API_KEY_PREFIX } from '../../shared/constants.ts';
import { SIGNATURE_HEADER } from '../../shared/webhook-events.ts';
import { webhookPayloads } from '../../shared/webhook-payloads.ts';
import { t } from '../runtime/translate.ts';
import { nameSchemas, summaryOf } from './api-components.ts';
import { addExamples, type ApiDocument, type ApiOperation, type ApiPaths, type JsonSchema } from './api-examples.ts';
import { PROBLEM_TYPE } from './problem.ts';

const transform = createJsonSchemaTransform({});

const withoutKey = (description: unknown) => [description, t('api-docs.noKey')].filter(Boolean).join(' ');

/** Its file's, or those of problem details. */
function nameMediaTypes(paths: ApiPaths): void {
  for (const { responses = {} } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(responses)) {
      const { 'application/json': media, ...others } = response.content ?? {};
      if (!media) continue;
      const {
        mediaTypes = [status === 'default' ? PROBLEM_TYPE : 'application/json'],
        orCsv,
        ...schema
      } = media.schema ?? {};
      const named = mediaTypes.map((type) => [type, { ...media, schema }]);
      const csv = orCsv ? { 'text/csv': { schema: { type: 'string' } } } : {};
      response.content = { ...others, ...Object.fromEntries(named), ...csv };
    }
  }
}

function addSummaries(paths: ApiPaths): void {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
    operation.summary ??= summaryOf(operation.operationId ?? '');
}

function describeWebhooks(): ApiPaths {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  const parameters = [
    header(SIGNATURE_HEADER, 'See docs/webhooks.md.'),
    header('prosa-event', 'The type.'),
    header('prosa-delivery', 'The id of the delivery.'),
  ];
  const responses = {
    '2XX': { description: 'The event is accepted.' },
    '410': { description: 'Turns the webhook off.' },
  };
  return Object.fromEntries(
    webhookPayloads.map(({ type, body }): [string, Record<string, ApiOperation>] => {
      const { $schema: _, ...schema } = z.toJSONSchema(body);
      const requestBody = { content: { 'application/json': { schema: schema as JsonSchema } } };
      const operationId = type.replace(/[._]([a-z])/g, (__, letter: string) => letter.toUpperCase());
      return [
        type,
        {
          post: { operationId, tags: ['outgoing-webhooks'], security: [], parameters, requestBody, responses } as never,
        },
      ];
    }),
  );
}

/** Our `x-` extensions are added afterwards, because the transform drops them; `x-api-key`: a key's lowest role. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Prosa', version: '1', description: t('api-docs.description') },
      servers: [{ url: '/api' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: t('api-docs.session') },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: `${API_KEY_PREFIX}…`,
            description: t('api-docs.key'),
          },
        },
      },
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const made = document.openapiObject as unknown as ApiDocument;
      made.webhooks = describeWebhooks();
      nameMediaTypes(made.paths);
      for (const paths of [made.paths, made.webhooks]) {
        addSummaries(paths);
        addExamples(paths);
      }
      nameSchemas(made);
      return document.openapiObject;
    },
    transform: (input) => {
      const made = transform(input as never) as { schema: Record<string, unknown>; url: string };
      const inputSchema = (input.schema ?? {}) as Record<string, unknown>;
      const { resource, action, form } = input.route.config ?? {};
      const body = form ? { consumes: ['multipart/form-data'], body: z.toJSONSchema(form) } : {};
      return {
        url: made.url,
        schema: {
          ...made.schema,
          ...body,
          ...(inputSchema['x-api-key'] === 'none' && { description: withoutKey(made.schema.description) }),
          security: inputSchema.security,
          'x-resource': resource,
          'x-action': action,
          'x-on-behalf-of-customer': inputSchema['x-on-behalf-of-customer'],
          'x-api-key': inputSchema['x-api-key'],
        },
      } as never;
    },
  });
  // Script and styles come from the package, so our content security policy holds unchanged.
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: '/api',
    theme: { title: 'API da Prosa' },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', filter: true, defaultModelsExpandDepth: -1 },
  });
}
