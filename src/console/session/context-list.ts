import { CONTEXT_INDENT_MAX } from '../../shared/constants.ts';
import { fold } from '../../shared/fold.ts';
import type { SessionContext } from '../../shared/session.ts';
import type { DropdownOption } from '../components/choice-select.tsx';

/** Returns the indentation level of a context: its depth in the tree (0 for a root), at most 9. */
export const indentOf = ({ inheritance }: Pick<SessionContext, 'inheritance'>) =>
  Math.min(inheritance.split('.').length - 1, CONTEXT_INDENT_MAX);

/** Returns whether a name contains the typed text, ignoring accents and case. */
export const isFound = (name: string, typed: string): boolean => fold(name).includes(fold(typed.trim()));

/** Returns the contexts as options, parents before children, indented by depth. `without` disables options. */
export const contextOptions = (
  contexts: readonly SessionContext[],
  without: (context: SessionContext) => boolean = () => false,
): DropdownOption[] =>
  contexts.map((context) => ({
    value: context.id,
    label: context.name,
    indent: indentOf(context) * 16,
    disabled: without(context),
  }));
