import type { Resource } from './resource.ts';

/** Returns the fields of a resource that have rights of their own. */
export const guardedFields = ({ fields }: Pick<Resource, 'fields'>): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.guarded);

export const objectOf = ({ name }: Pick<Resource, 'name'>, field: string): string => `${name}.${field}`;
