import type { HttpError } from '@refinedev/core';
import { type FormInstance, Radio } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { changedPaths, flatten, type LastSave, type NewerRow, unflatten } from '../../shared/changes.ts';
import { t } from '../providers/i18n.ts';
import { isEmpty } from './field-errors.ts';
import { Modal } from './modal.tsx';
import { MomentText } from './moment-text.tsx';
import './form.css';

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
        paths={disputed}
        sides={{ mine: flatten(mine), theirs: flatten(theirs) }}
        texts={texts}
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

type Choice = 'mine' | 'theirs';

interface ConflictProps {
  saved: LastSave | null;
  paths: readonly string[];
  sides: Record<Choice, Record<string, unknown>>;
  texts: MergeTexts;
  onCancel: () => void;
  onSettle: (choices: Record<string, Choice>) => void;
}

/** Opens when another user saved the same values first: who, when, and per value which one stays. */
function ConflictDialog({ saved, paths, sides, texts, onCancel, onSettle }: ConflictProps) {
  const [choices, setChoices] = useState<Record<string, Choice>>(() =>
    Object.fromEntries(paths.map((path) => [path, 'mine'])),
  );
  return (
    <Modal
      open
      title={t('resource.conflict.title')}
      cancelText={t('resource.conflict.back')}
      onCancel={onCancel}
      okText={t('resource.conflict.save')}
      onOk={() => onSettle(choices)}
    >
      <p>
        {saved ? t('resource.conflict.by', { name: saved.userName }) : t('resource.conflict.somebody')}{' '}
        {saved && <MomentText iso={saved.createdAt} />}
      </p>
      {paths.map((path) => (
        <fieldset key={path} className="conflict">
          <legend>{texts.labelOf(path)}</legend>
          <Radio.Group
            value={choices[path]}
            onChange={({ target }) => setChoices({ ...choices, [path]: target.value as Choice })}
          >
            {(['mine', 'theirs'] as const).map((side) => (
              <Radio key={side} value={side}>
                <span className="small-text">{t(`resource.conflict.${side}`)}</span>
                <span className="conflict-value">
                  {texts.show?.(path, sides[side][path]) ?? <Value value={sides[side][path]} />}
                </span>
              </Radio>
            ))}
          </Radio.Group>
        </fieldset>
      ))}
      <p className="small-text">{t('resource.conflict.others')}</p>
    </Modal>
  );
}

function Value({ value }: { value: unknown }) {
  if (typeof value === 'boolean') return t(`resource.options.${value}`);
  if (isEmpty(value) || (Array.isArray(value) && value.length === 0)) return t('resource.nothing');
  return Array.isArray(value) ? value.join(', ') : String(value as string | number);
}
