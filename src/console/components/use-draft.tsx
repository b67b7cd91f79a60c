import { Alert, Button, type FormInstance } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { changedPaths, flatten } from '../../shared/changes.ts';
import { t } from '../providers/i18n.ts';
import { accessTokenKey } from '../session/session-key.ts';
import { draftKeyOf, hasSession, readJson, readKey, writeKey } from '../state/store.ts';

/** Older drafts are not offered again. */
const DRAFT_MS = 7 * 24 * 60 * 60 * 1_000;

interface StoredDraft<R> {
  at: number;
  /** The changed values, by dotted path. */
  values: Record<string, unknown>;
  /** The row that they were typed over. */
  row?: R;
}

interface DraftProps<R> {
  form: FormInstance;
  /** Names the form on this device; undefined keeps no draft. */
  name: string | undefined;
  /** False while the fields have no values yet. */
  isReady: boolean;
  /** Returns the row that is typed over; there is none by default. */
  baseOf?: () => R | undefined;
  onRestored?: (row: R | undefined) => void;
}

const keyOf = (name: string) => draftKeyOf(accessTokenKey(), name);

/** Returns whether something was typed into a form and not saved, so that a dialog can be open again. */
export const hasDraft = (name: string) => readKey(keyOf(name)) !== null;

/**
 * Keeps what the user types in the browser until it is saved, and puts it back when the form is opened again: after the
 * session has ended, the tab was closed or the browser crashed. Leaving the form in any other way drops it.
 */
export function useDraft<R extends object>({ form, name, isReady, baseOf, onRestored }: DraftProps<R>) {
  const [key] = useState(() => name && keyOf(name));
  const [isRestored, setRestored] = useState(false);
  const initial = useRef<object>({});
  const drop = () => {
    if (key) writeKey(key, null);
    setRestored(false);
  };
  useEffect(() => {
    if (!key || !isReady) return;
    initial.current = structuredClone(form.getFieldsValue(true) as object);
    const draft = readJson<StoredDraft<R>>(key);
    if (!draft || Date.now() - draft.at > DRAFT_MS) return;
    form.setFields(
      Object.entries(draft.values).map(([path, value]) => ({ name: path.split('.'), value, touched: true })),
    );
    onRestored?.(draft.row);
    setRestored(true);
    // Only when the form opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, isReady]);
  useEffect(
    () => () => {
      if (key && hasSession()) writeKey(key, null);
    },
    [key],
  );
  const keep = () => {
    if (!key) return;
    const values = form.getFieldsValue(true) as object;
    const all = flatten(values);
    const changed = changedPaths(values, initial.current).map((path) => [path, all[path]]);
    const draft: StoredDraft<R> = { at: Date.now(), values: Object.fromEntries(changed), row: baseOf?.() };
    writeKey(key, changed.length > 0 ? JSON.stringify(draft) : null);
  };
  const discard = () => {
    form.setFieldsValue(initial.current);
    drop();
  };
  const notice: ReactNode = isRestored && (
    <Alert
      type="info"
      showIcon
      className="part-gap"
      message={t('resource.draft.restored')}
      action={
        <Button size="small" type="text" onClick={discard}>
          {t('resource.draft.discard')}
        </Button>
      }
    />
  );
  return { keep, drop, notice };
}
