import type { HttpError } from '@refinedev/core';
import type { FormInstance } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { changedPaths, flatten, type NewerRow, unflatten } from '../../shared/changes.ts';
import { type Choice, ConflictDialog } from './conflict-dialog.tsx';

export const isConflict = (failure: unknown): boolean =>
  (failure as HttpError | undefined)?.code === 'changed_meanwhile';

/** How a form shows the values that another user has changed meanwhile. Paths are dotted. */
export interface MergeTexts {
  labelOf: (path: string) => string;
  /** Shows a value that is no plain text, number, switch or list of texts. */
  show?: (path: string, value: unknown) => ReactNode;
}

interface Props<R> {
  form: FormInstance;
  /** The row as it was read last; undefined for a new one. */
  row: R | undefined;
  valuesOf: (row: R) => object;
  texts: MergeTexts;
}

/**
 * The rule of saving: a form sends the values that it changed and the version of the row that filled it. If somebody else
 * has changed the same value meanwhile, the server refuses, and a dialog asks which one stays; all other values merge.
 */
export function useMerge<R extends object>({ form, row, valuesOf, texts }: Props<R>) {
  const base = useRef(row);
  const lastRead = useRef(row);
  /** The row that was read before the base was saved. */
  const outdated = useRef<R>(undefined);
  const isRebased = useRef(false);
  const [newer, setNewer] = useState<R & NewerRow>();
  const before = base.current ? valuesOf(base.current) : {};
  const takeBase = (next: R) => {
    base.current = next;
    outdated.current = lastRead.current;
  };
  const fill = (next: R) => {
    takeBase(next);
    form.setFieldsValue(valuesOf(next));
  };
  // Fields stay touched after they are saved or discarded.
  const isEdited = () =>
    (isRebased.current || form.isFieldsTouched()) &&
    changedPaths(form.getFieldsValue(true) as object, before).length > 0;
  // The fields follow changes by other users while this user has no unsaved ones.
  useEffect(() => {
    lastRead.current = row;
    if (row && row !== base.current && row !== outdated.current && !isEdited()) fill(row);
  });
  const mine = newer ? (form.getFieldsValue(true) as object) : {};
  const theirs = newer ? valuesOf(newer) : {};
  const changedByMe = changedPaths(mine, before);
  const changedByThem = changedPaths(theirs, before);
  const differing = changedPaths(mine, theirs);
  const disputed = changedByMe.filter((path) => changedByThem.includes(path) && differing.includes(path));
  const settle = (choices: Record<string, Choice>) => {
    if (!newer) return;
    const values = flatten(theirs);
    const taken = changedByThem.filter((path) => choices[path] !== 'mine');
    takeBase(newer);
    setNewer(undefined);
    form.setFieldsValue(unflatten(Object.fromEntries(taken.map((path) => [path, values[path]]))));
    form.submit();
  };
  return {
    /** Returns the row that filled the fields. */
    baseOf: () => base.current ?? row,
    /** Returns a request body with the version that the edit started from. */
    versioned: <B extends object>(body: B): B => ({ ...body, ...versionIn(base.current ?? row) }),
    /** Takes the answer of a save. */
    saved: fill,
    /** Sets the row that the fields were typed over, if it is not the last one read. */
    rebase: (read: R | undefined) => {
      if (!read) return;
      base.current = read;
      isRebased.current = true;
    },
    ask: (failure: HttpError) => setNewer(failure.current as R & NewerRow),
    dialog: newer && (
      <ConflictDialog
        saved={newer.saved}
        rows={disputed.map((path) => ({
          path,
          label: texts.labelOf(path),
          mine: flatten(mine)[path],
          theirs: flatten(theirs)[path],
        }))}
        show={texts.show}
        onCancel={() => setNewer(undefined)}
        onSettle={settle}
      />
    ),
  };
}

const versionIn = (row: object | undefined) => {
  const version = (row as { version?: unknown } | undefined)?.version;
  return typeof version === 'string' ? { version } : {};
};
