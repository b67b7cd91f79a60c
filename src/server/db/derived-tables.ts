import { resources } from '../../../resources/index.ts';
import { tableOf } from './table-of.ts';

/** The tables of the resources that the engine keeps, by the resource's name. */
export const derivedTables = Object.fromEntries(
  resources.filter((resource) => resource.storage === 'derived').map((resource) => [resource.name, tableOf(resource)]),
);
