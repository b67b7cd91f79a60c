import type { Permission } from '../../providers/screen.ts';

/** An entry of the menu that is shown until the program has loaded. */
export interface EarlyEntry {
  /** As users read it. */
  label: string;
  heading?: string;
  icon: string;
  /** Absent for a group. */
  path?: string;
  permission?: Permission;
  /** The call for the first rows of a list, with its query; `CONTEXT` stands for the id of the selected context. */
  rows?: string;
  children?: EarlyEntry[];
}

export const CONTEXT = 'CONTEXT';

/** Returns the entries that a user may see, without empty groups. */
export function allowedEntries(
  entries: readonly EarlyEntry[],
  can: (...permission: Permission) => boolean,
): EarlyEntry[] {
  return entries.flatMap((entry) => {
    if (!entry.children) return !entry.permission || can(...entry.permission) ? [entry] : [];
    const children = allowedEntries(entry.children, can);
    return children.length > 0 ? [{ ...entry, children }] : [];
  });
}
