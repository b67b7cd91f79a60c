import type { ModelConfig } from './model-config.ts';

/** Learned by this process. A server that changes is learned again after a restart. */
interface ModelHabits {
  refused: ReadonlySet<string>;
  /** The server swallows the opening tag of thoughts. Null before the first whole answer. */
  thinksUnmarked: boolean | null;
}

const habits = new Map<string, ModelHabits>();
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
