import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { addExamples, type ApiPaths } from './api-examples.ts';

const transform = createJsonSchemaTransform({});

/**
 * Registers the OpenAPI document. The transform drops our extensions `x-resource`, `x-action` and
 * `x-on-behalf-of-customer` (`yes`, `no`, `plan`), so they are added again afterwards.
 */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Prosa', version: '1', description: 'A API da Prosa. Cada operação diz o que pede da política.' },
      servers: [{ url: '/api' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      addExamples(document.openapiObject.paths as ApiPaths);
      return document.openapiObject;
    },
    transform: (input) => {
      const made = transform(input as never) as { schema: Record<string, unknown>; url: string };
      const given = (input.schema ?? {}) as Record<string, unknown>;
      const { resource, action, form } = input.route.config ?? {};
      const body = form ? { consumes: ['multipart/form-data'], body: z.toJSONSchema(form) } : {};
      return {
        url: made.url.replace(/^\/api/, ''),
        schema: {
          ...made.schema,
          ...body,
          security: given.security,
          'x-resource': resource,
          'x-action': action,
          'x-on-behalf-of-customer': given['x-on-behalf-of-customer'],
        },
      } as never;
    },
  });
}
