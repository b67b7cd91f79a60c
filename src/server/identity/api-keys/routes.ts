import { z } from 'zod';
import { apiKeys } from '../../../../resources/api-keys.ts';
import { inputSchema, recordSchema } from '../../../../resources/kit/schema.ts';
import type { Api } from '../../http/route.ts';
import { serve } from '../../resource/serve.ts';
import type { Services } from '../../runtime/services.ts';
import { apiKeyBehaviour } from './api-keys.ts';

export function apiKeyRoutes(api: Api, services: Services): void {
  serve(api, services, apiKeys, {
    ...apiKeyBehaviour,
    routes: {
      create: {
        operationId: 'createApiKey',
        description: 'Cria uma chave. `secret` vem só nesta resposta: guarde-o.',
        // Without `contextIds` a key reaches all contexts, so a misspelt name must not be ignored.
        body: inputSchema(apiKeys).strict(),
        answer: recordSchema(apiKeys).extend({ secret: z.string().regex(/^pk_[\w-]+$/) }),
      },
      delete: { operationId: 'revokeApiKey' },
    },
  });
}
