import { resources } from '../../../resources/index.ts';
import { tableOf } from './table-of.ts';

/** Tables of the resources that the resource engine stores, by resource name. */
export const derivedTables = Object.fromEntries(
  resources.filter((resource) => resource.storage === 'derived').map((resource) => [resource.name, tableOf(resource)]),
);
