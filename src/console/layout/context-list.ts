import { CONTEXT_INDENT_MAX } from '../../shared/constants.ts';
import { fold } from '../../shared/fold.ts';
import type { SessionContext } from '../../shared/session.ts';

/** How far a context's name is indented: its depth, at most nine steps. */
export const indentOf = ({ inheritance }: Pick<SessionContext, 'inheritance'>) =>
  Math.min(inheritance.split('.').length - 1, CONTEXT_INDENT_MAX);

/** Whether a name holds what was typed, accents and case aside. */
export const isFound = (name: string, typed: string): boolean => fold(name).includes(fold(typed.trim()));
