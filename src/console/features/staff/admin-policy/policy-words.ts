import type { TFunction } from 'i18next';
import type { FlagName } from './use-policy.ts';

/** Auditors read the policy by its own names; where there is a Portuguese word for one, it stands beside. */
export const thingWord = (t: TFunction, thing: string) =>
  t(`admin-policy.things.${thing}`, '') || t(`${thing}.title`, '').toLocaleLowerCase('pt-BR');
export const actWord = (t: TFunction, act: string) => t(`admin-policy.acts.${act}`, '');
export const roleWord = (t: TFunction, role: string) => t(`admin-policy.roles.${role}`, role);
export const flagWord = (t: TFunction, flag: FlagName) => t(`admin-policy.flags.${flag}`, flag);

/** "contents (Conteúdos)" for lists; the name alone where there is no word. */
export function named(name: string, word: string): string {
  return word ? `${name} (${word})` : name;
}
