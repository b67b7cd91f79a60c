import { rootOf } from '../roots.ts';
import { rarityAtLarge } from './background.ts';

/** They occur with any subject and say little about a question. */
const LIGHT: ReadonlySet<string> = new Set(
  `fazer ter ficar querer dar saber hoje agora gostar precisar conseguir poder usar pegar colocar botar levar chegar
  voces gente pessoa coisa tipo dia vez jeito negocio ver ir vir passar deixar achar falar tudo qualquer amanha ontem
  mesmo novo bem bom favor duvida ajuda informacao exemplo caso querer esta estar acontecer tentar existir haver`
    .trim()
    .split(/\s+/)
    .map(rootOf),
);
const LIGHT_SHARE = 0.25;
const NUMBER_SHARE = 0.5;
const EXPRESSION_RARITY = 0.6;

export const isLight = (unit: string): boolean => LIGHT.has(unit);

export function shareOf(unit: string): number {
  return (LIGHT.has(unit) ? LIGHT_SHARE : 1) * (/\d/.test(unit) ? NUMBER_SHARE : 1);
}

export function rarityOfUnit(unit: string): number {
  return unit.includes('_') ? EXPRESSION_RARITY : rarityAtLarge(unit);
}

/** Independent of any base. */
export function unitWeight(unit: string): number {
  return shareOf(unit) * rarityOfUnit(unit);
}
