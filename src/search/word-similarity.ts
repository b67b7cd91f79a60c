import { synonymGroups } from './synonyms.ts';

const SYNONYM = 0.6;

/** For the same root (`instalar`, `instalação`) the share of letters in their common prefix; 0.6 for synonyms. */
export function similarity(a: string, aStem: string, b: string, bStem: string): number {
  if (a === b || aStem === bStem) return 1;
  const alike = rootShare(a, aStem, b);
  if (alike >= SYNONYM) return alike;
  const groups = synonymGroups(aStem);
  if (groups.size > 0) for (const group of synonymGroups(bStem)) if (groups.has(group)) return SYNONYM;
  return alike;
}

function rootShare(a: string, aStem: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let common = 0;
  while (common < shorter && a.charCodeAt(common) === b.charCodeAt(common)) common++;
  if (common < 4) return 0;
  const isRoot = common >= 0.55 * Math.max(a.length, b.length) || common >= aStem.length - 1 || common >= 0.7 * shorter;
  return isRoot ? (2 * common) / (a.length + b.length) : 0;
}
