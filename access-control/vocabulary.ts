/** Every role that may be asked about, each line of inheritance from the least to the most. */
export const ROLES = [
  'ANYONE',
  'MEMBER',
  'READER',
  'WRITER',
  'ADMIN',
  'OWNER',
  'WM_READER',
  'WM_FINANCIAL',
  'WM_ADMIN',
] as const;

/** A row's flag that asks for nothing. */
export const NO_FLAG = 'any';
/** Held by a session that nobody impersonates: no plan sells it, so its lack is never a refusal by plan. */
export const SELF_FLAG = 'self';
export const FLAGS = [NO_FLAG, 'customizeWidget', 'limitPerContext', 'interactionsFeedback', SELF_FLAG] as const;

/** The role that passes everything by its one row, and the word which that row has for thing and act. */
export const ALL_POWERFUL = 'WM_ADMIN';
export const EVERY = 'every';
