import { rarityAtLarge } from './background.ts';
import { rootOf } from './roots.ts';

/** Words that go with anything: they say less of what a question is about. */
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

/** What counts of a unit: less of words that go with anything, and of numbers. */
export function shareOf(unit: string): number {
  return (LIGHT.has(unit) ? LIGHT_SHARE : 1) * (/\d/.test(unit) ? NUMBER_SHARE : 1);
}

/** How rare a unit is at large, 0 to 1. */
export function rarityOfUnit(unit: string): number {
  return unit.includes('_') ? EXPRESSION_RARITY : rarityAtLarge(unit);
}

/** How much a unit says by itself, whatever the base. */
export function worthOf(unit: string): number {
  return shareOf(unit) * rarityOfUnit(unit);
}
