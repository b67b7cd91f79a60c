import { isSame, type Look } from './look-draft.ts';

/** Returns the names of the screen's sections in which two versions differ; none without an earlier version. */
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
