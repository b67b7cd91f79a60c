import { resources } from '../resources/index.ts';
import { guardedFields, objectOf } from '../resources/kit/guarded.ts';
import type { Policy, Principal } from './policy.ts';
import type { ResourceWithActions } from './policy-rows.ts';

export const declaredObjects = (): ResourceWithActions[] =>
  resources.map(({ name, actions }) => ({ resource: name, actions: [...actions] }));

/** Returns the guarded fields (`accounts.cnpj`) with their actions. Nobody writes a read-only one. */
export const guardedObjects = (): ResourceWithActions[] =>
  resources.flatMap((resource) =>
    guardedFields(resource).map((field) => ({
      resource: objectOf(resource, field),
      actions: resource.fields[field]?.readOnly ? ['read'] : ['read', 'write'],
    })),
  );

/** Returns the names of the guarded fields of a resource, also of one that is not declared. */
export const guardedFieldsOf = (resource: string | undefined): string[] =>
  resources.filter(({ name }) => name === resource).flatMap(guardedFields);

/**
 * Returns what somebody may not read: the names of guarded fields, and those of the resources with views that they may not list,
 * because a view tells of its list.
 */
export const unreadableBy = (policy: Pick<Policy, 'can'>, principal: Principal): ReadonlySet<string> =>
  new Set([
    ...guardedObjects()
      .map(({ resource }) => resource)
      .filter((object) => !policy.can(principal, object, 'read')),
    ...resources.flatMap(({ name, list }) => (list.views && !policy.can(principal, name, 'list') ? name : [])),
  ]);
