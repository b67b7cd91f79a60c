const COMPLETED_TO = 3;

/**
 * Returns the questions that visitors see before the conversation: the pinned ones, completed to three from those that
 * the base gave beside the pinned ones saved last.
 */
export function firstQuestions(
  pinned: readonly string[],
  saved: readonly string[],
  offered: readonly string[],
): string[] {
  const own = pinned.map((question) => question?.trim()).filter(Boolean);
  const ofBase = offered.filter((question) => !saved.includes(question));
  return [...new Set([...own, ...ofBase])].slice(0, Math.max(COMPLETED_TO, own.length));
}
