/** Steps of the tutorial; a user's `tutorial` is one of them, or TUTORIAL_DONE. */
export const TUTORIAL_STEPS = ['start', 'sites', 'subcontext', 'content', 'setup'] as const;
export type TutorialStep = (typeof TUTORIAL_STEPS)[number];
export const TUTORIAL_LAST = TUTORIAL_STEPS.length - 1;
/** The tutorial is hidden from here on. */
export const TUTORIAL_DONE = TUTORIAL_STEPS.length;

/** For one site or several. */
export const TUTORIAL_MODES = ['one', 'many'] as const;
export type TutorialMode = (typeof TUTORIAL_MODES)[number];
