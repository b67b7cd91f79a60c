import type { SessionContext } from '../../shared/session.ts';
import type { DropdownOption } from '../components/choice-select.tsx';
import { indentOf } from '../session/context-list.ts';

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
