import { isSame, type Look } from './look-draft.ts';

/** The parts of the screen in which a version differs from the one before it. */
export function changesOf(version: Look, before: Look | undefined): string[] {
  if (!before) return [];
  const parts: [string, (keyof Look)[]][] = [
    ['colors', ['colors']],
    ['first', ['botName', 'companyName', 'type', 'side']],
    ['shapes', ['size', 'margin', 'spacing', 'radius', 'icons', 'images']],
    ['messages', ['messages', 'suggestions', 'consent']],
    ['manner', ['manner', 'exampleQuestion', 'exampleAnswer']],
  ];
  return parts.flatMap(([part, keys]) => (keys.some((key) => !isSame(version[key], before[key])) ? [part] : []));
}
