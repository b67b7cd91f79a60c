import { resources } from '../../../resources/index.ts';
import { t } from '../providers/i18n.ts';

const titleOf = (resource: string) =>
  t(`admin-policy.resources.${resource}`, '') || t(`${resource}.title`, '').toLocaleLowerCase('pt-BR');

/** Returns the Portuguese label to show beside the identifier of a resource or a guarded field; empty if there is none. */
export function resourceLabel(resource: string): string {
  const [name = '', field] = resource.split('.');
  const title = titleOf(name);
  return field === undefined || title === '' ? title : `${title}: ${t(`${name}.fields.${field}`, field)}`;
}
/** An action that only its resource declares has its text there. */
export function actionLabel(action: string): string {
  const owner = resources.find(({ rowCalls = [] }) => rowCalls.some(({ name }) => name === action));
  const own = owner ? t(`${owner.name}.actions.${action}`, '').toLocaleLowerCase('pt-BR') : '';
  return t(`admin-policy.actions.${action}`, own);
}
export const roleLabel = (role: string) => t(`admin-policy.roles.${role}`, '');
export const flagLabel = (flag: string) => t(`admin-policy.flags.${flag}`, '');

/** Returns a label with its identifier, "conteúdos (contents)", or the identifier alone if there is no label. */
const named = (name: string, label: string) => (label && label !== name ? `${label} (${name})` : name);
export const namedResource = (resource: string) => named(resource, resourceLabel(resource));
export const namedAction = (action: string) => named(action, actionLabel(action));
export const namedRole = (role: string) => named(role, roleLabel(role));
export const namedFlag = (flag: string) => named(flag, flagLabel(flag));

/** Returns the options of a select: labels with their identifiers. */
export const namedOptions = <V extends string>(names: readonly V[], labelOf: (name: V) => string) =>
  names.map((value) => ({ value, label: labelOf(value) }));
