import { CONTEXT_INDENT_MAX } from '../../shared/constants.ts';
import { fold } from '../../shared/fold.ts';
import type { SessionContext } from '../../shared/session.ts';

/** Returns the indentation level of a context: its depth in the tree (0 for a root), at most 9. */
export const indentOf = ({ inheritance }: Pick<SessionContext, 'inheritance'>) =>
  Math.min(inheritance.split('.').length - 1, CONTEXT_INDENT_MAX);

/** Returns whether a name contains the typed text, ignoring accents and case. */
export const isFound = (name: string, typed: string): boolean => fold(name).includes(fold(typed.trim()));
