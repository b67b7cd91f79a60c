import type { ModelConfig } from './model-config.ts';

/** What this process has learned about a model. A server that changes is learned again after a restart. */
export interface ModelHabits {
  /** The parts of a request that its server refuses. */
  refused: ReadonlySet<string>;
  /**
   * Whether answers begin with thoughts whose start is not marked, because the server swallows the opening tag. Null
   * before the first whole answer.
   */
  thinksUnmarked: boolean | null;
}

const habits = new Map<string, ModelHabits>();
/** When there are more, all are learned anew. */
const HABITS_MAX = 100;

export function habitsOf({ provider, baseUrl, modelName }: ModelConfig): ModelHabits {
  const name = JSON.stringify([provider, baseUrl, modelName]);
  const known = habits.get(name);
  if (known) return known;
  if (habits.size >= HABITS_MAX) habits.clear();
  // The hosted models mark their thoughts in the format of the answer.
  const initial: ModelHabits = { refused: new Set(), thinksUnmarked: provider === 'openai-compatible' ? null : false };
  habits.set(name, initial);
  return initial;
}
