import { resources } from '../resources/index.ts';

/** Returns a text of locales/, empty if there is none. */
type TextOf = (key: string) => string;

/** Returns the Portuguese label of a resource or a guarded field; empty if there is none. */
export function resourceLabel(t: TextOf, resource: string): string {
  const [name = '', field] = resource.split('.');
  const title = t(`admin-policy.resources.${name}`) || t(`${name}.title`).toLocaleLowerCase('pt-BR');
  return field === undefined || title === '' ? title : `${title}: ${t(`${name}.fields.${field}`) || field}`;
}

/** An action that only its resource declares has its text there. */
export function actionLabel(t: TextOf, action: string): string {
  const owner = resources.find(({ rowCalls = [] }) => rowCalls.some(({ name }) => name === action));
  const own = () => (owner ? t(`${owner.name}.actions.${action}`).toLocaleLowerCase('pt-BR') : '');
  return t(`admin-policy.actions.${action}`) || own();
}
