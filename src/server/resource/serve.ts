import type { Resource } from '../../../resources/kit/resource.ts';
import type { Api } from '../http/route.ts';
import type { Services } from '../runtime/services.ts';
import { actionRoutes } from './actions.ts';
import type { Behaviour } from './behaviour.ts';
import { bulkRoutes } from './bulk.ts';
import { createManyRoutes } from './create-many.ts';
import { fileFields } from './files.ts';
import { fileRoutes, readRoutes, writeRoutes } from './router.ts';
import { derivedSource } from './source.ts';

/**
 * Registers all routes of a resource that the engine writes. The capability that owns its behaviour calls this; for
 * derived resources without one, the app does.
 */
export function serve<D extends Resource>(
  api: Api,
  services: Services,
  resource: D,
  behaviour: Behaviour<D> = {},
): void {
  const { source = derivedSource(resource) } = behaviour;
  const served = { resource, source, behaviour: behaviour as unknown as Behaviour };
  bulkRoutes(api, services, served);
  createManyRoutes(api, services, served);
  readRoutes(api, services, served);
  writeRoutes(api, services, served);
  actionRoutes(api, services, served);
  if (resource.storage === 'derived' && fileFields(resource).length > 0)
    fileRoutes(api, services, derivedSource(resource));
}
