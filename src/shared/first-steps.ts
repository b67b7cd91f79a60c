export const TUTORIAL_STEPS = ['start', 'sites', 'subcontext', 'content', 'setup'] as const;
export type TutorialStep = (typeof TUTORIAL_STEPS)[number];
export const TUTORIAL_LAST = TUTORIAL_STEPS.length - 1;
export const TUTORIAL_DONE = TUTORIAL_STEPS.length;

export const TUTORIAL_MODES = ['one', 'many'] as const;
export type TutorialMode = (typeof TUTORIAL_MODES)[number];
