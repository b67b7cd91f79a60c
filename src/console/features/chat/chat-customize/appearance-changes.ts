import { type EditedAppearance, isSame } from './appearance-history.ts';

/** Returns the names of the screen's sections in which two versions differ; none without an earlier version. */
export function changesOf(version: EditedAppearance, before: EditedAppearance | undefined): string[] {
  if (!before) return [];
  const parts: [string, (keyof EditedAppearance)[]][] = [
    ['colors', ['colors']],
    ['first', ['botName', 'companyName', 'type', 'side']],
    ['shapes', ['size', 'margin', 'spacing', 'radius', 'icons', 'images']],
    ['messages', ['messages', 'suggestions', 'consent']],
    ['answerProfile', ['answerProfile', 'exampleQuestion', 'exampleAnswer']],
  ];
  return parts.flatMap(([part, keys]) => (keys.some((key) => !isSame(version[key], before[key])) ? [part] : []));
}
