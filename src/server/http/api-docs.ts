import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/**
 * Serves a page that shows the OpenAPI document and can send its calls. Script and styles come from the package, so
 * our content security policy holds unchanged. Register it after `describeApi`.
 */
export async function showApiDocs(api: FastifyInstance): Promise<void> {
  await api.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: '/api',
    theme: { title: 'API da Prosa' },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', filter: true, defaultModelsExpandDepth: -1 },
  });
}
