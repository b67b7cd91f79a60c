import { z } from 'zod';
import { apiKeys as declaration } from '../../../../resources/api-keys.ts';
import { inputSchema, recordSchema } from '../../../../resources/kit/schema.ts';
import { memberOf, tenantOf } from '../../http/access.ts';
import { type Api, byId, route } from '../../http/route.ts';
import { showRow } from '../../resource/query.ts';
import { readRoutes } from '../../resource/router.ts';
import type { Services } from '../../runtime/services.ts';
import { apiKeysSource } from './api-keys-source.ts';
import { issueApiKey, revokeApiKey } from './issue-key.ts';

export function apiKeyRoutes(api: Api, services: Services): void {
  const { db } = services;
  readRoutes(api, services, declaration, apiKeysSource);
  api.post('/api-keys', {
    ...route('api-keys', 'create', {
      operationId: 'createApiKey',
      description: 'Cria uma chave. `secret` vem só nesta resposta: guarde-o.',
      // Without `contextIds` a key reaches all contexts, so a misspelt name must not be ignored.
      body: inputSchema(declaration).strict(),
      answer: recordSchema(declaration).extend({ secret: z.string().regex(/^pk_[\w-]+$/) }),
      status: 201,
    }),
    handler: async (request) => {
      const member = memberOf(request);
      const { id, secret } = await issueApiKey(db, member, request.body as never);
      const row = await showRow(db, declaration, apiKeysSource(member.tenant), member.tenant, id);
      return { ...row, secret };
    },
  });
  api.delete('/api-keys/:id', {
    ...route('api-keys', 'delete', { operationId: 'revokeApiKey', params: byId }),
    handler: async (request) => revokeApiKey(db, tenantOf(request), request.params.id),
  });
}
