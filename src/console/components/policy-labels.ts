import { t } from '../providers/i18n.ts';

const titleOf = (resource: string) =>
  t(`admin-policy.resources.${resource}`, '') || t(`${resource}.title`, '').toLocaleLowerCase('pt-BR');

/** Returns the Portuguese label to show beside the identifier of a resource or a guarded field; empty if there is none. */
export function resourceLabel(resource: string): string {
  const [name = '', field] = resource.split('.');
  const title = titleOf(name);
  return field === undefined || title === '' ? title : `${title}: ${t(`${name}.fields.${field}`, field)}`;
}
export const actionLabel = (action: string) => t(`admin-policy.actions.${action}`, '');
export const roleLabel = (role: string) => t(`admin-policy.roles.${role}`, role);
export const flagLabel = (flag: string) => t(`admin-policy.flags.${flag}`, flag);

/** Returns the options of a select: identifiers with their labels. */
export const namedOptions = <V extends string>(names: readonly V[], labelOf: (name: V) => string) =>
  names.map((value) => ({ value, label: named(value, labelOf(value)) }));

/** Returns an identifier with its label, "contents (Conteúdos)", or alone if the label is empty. */
export function named(name: string, word: string): string {
  return word ? `${name} (${word})` : name;
}
