const STEPS = ['context', 'content', 'preview', 'setup'] as const;
export type StepName = (typeof STEPS)[number];

/** How far the user is on the way to the first visitor. Values are undefined while unknown. */
interface Progress {
  contexts: number | undefined;
  contents: number | undefined;
  previews: number | undefined;
  /** Whether the widget was ever loaded on a site. */
  isInstalled: boolean | undefined;
}

export interface Step {
  name: StepName;
  isDone: boolean;
  /** Whether this is the first step that is not done. */
  isNext: boolean;
}

/** Returns the state of each step; null while any value is unknown, so that the steps do not flicker while loading. */
export function stepsOf({ contexts, contents, previews, isInstalled }: Progress): Step[] | null {
  const hasContext = contexts === undefined ? undefined : contexts > 0;
  const known = hasContext === false ? [false, false, false, false] : [hasContext, contents, previews, isInstalled];
  if (known.some((one) => one === undefined)) return null;
  const done = known.map(Boolean);
  return STEPS.map((name, index) => ({ name, isDone: done[index] ?? false, isNext: done.indexOf(false) === index }));
}
