import type { Resource } from '../../../resources/kit/resource.ts';
import type { ChangedRows } from '../../shared/live.ts';
import type { LiveChange } from '../db/live-changes.ts';
import type { Tenant } from '../db/tenant.ts';
import type { Services } from '../runtime/services.ts';
import { readByIds } from './query.ts';
import { type ReadResource, rowsFor } from './source.ts';

const liveIn = new WeakMap<Services, Map<string, ReadResource>>();

/** Of the resources whose routes are registered. */
export function liveResources(services: Services): Map<string, ReadResource> {
  const found = liveIn.get(services) ?? new Map<string, ReadResource>();
  liveIn.set(services, found);
  return found;
}

/** Whether rows of a resource may be outside of a tenant's contexts. */
const isByContext = ({ scope, narrowedTo }: Resource) => scope === 'context' || narrowedTo === 'contexts';

/** Returns the ids of the changed rows that a tenant may see. A deleted row can no longer be asked. */
async function visibleIds(
  { db }: Services,
  { resource, source }: ReadResource,
  tenant: Tenant,
  changes: readonly LiveChange[],
): Promise<string[]> {
  const { contextIds } = tenant;
  const ids = changes.map(({ id }) => id);
  if (contextIds === 'all' || !isByContext(resource)) return ids;
  if (changes[0]?.type !== 'deleted') return (await readByIds(db, rowsFor(source, tenant), ids)).map(({ id }) => id);
  return changes.flatMap(({ id, contextId = '' }) => (contextIds.includes(contextId) ? id : []));
}

/** Returns what a caller may know of changes in the account. `mayList` says which resources. */
export async function visibleChanges(
  services: Services,
  tenant: Tenant,
  changes: Iterable<LiveChange>,
  mayList: (resource: string) => boolean,
): Promise<ChangedRows[]> {
  const groups = Map.groupBy(changes, ({ resource, type }) => `${resource} ${type}`);
  const told: ChangedRows[] = [];
  for (const group of groups.values()) {
    const { resource = '', type = 'updated' } = group[0] ?? {};
    const live = liveResources(services).get(resource);
    if (!live || !mayList(resource)) continue;
    const ids = await visibleIds(services, live, tenant, group);
    if (ids.length > 0) told.push({ resource, type, ids });
  }
  return told;
}
