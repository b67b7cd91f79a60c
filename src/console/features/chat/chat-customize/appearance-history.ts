import { Form, type FormInstance } from 'antd';
import { useEffect, useState } from 'react';
import type { OwnAppearance } from '../../../../shared/appearance.ts';

/** The part of an appearance that this screen edits. The usage settings edit `person`. */
export type EditedAppearance = Omit<OwnAppearance, 'person'>;

interface AppearanceHistory {
  steps: readonly EditedAppearance[];
  /** The index of the current step. */
  now: number;
  /** The last change. Quick changes of the same field make one step. */
  last: { of: string; at: number };
}

const STEP_MS = 900;
const STEPS_KEPT = 100;
const NOTHING = { of: '', at: 0 };

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
export const startHistory = (appearance: EditedAppearance): AppearanceHistory => ({
  steps: [appearance],
  now: 0,
  last: NOTHING,
});

/** Returns the history with `appearance` as its last step; the same history if nothing has changed. */
export function addStep(history: AppearanceHistory, appearance: EditedAppearance, at: number): AppearanceHistory {
  const { steps, now, last } = history;
  const before = steps[now] as EditedAppearance;
  const of = Object.keys(appearance)
    .filter((key) => !isSame(appearance[key as keyof EditedAppearance], before[key as keyof EditedAppearance]))
    .join();
  if (of === '') return history;
  const goesOn = of === last.of && at - last.at < STEP_MS;
  const earlier = steps.slice(0, goesOn ? now : now + 1).slice(-STEPS_KEPT);
  return { steps: [...earlier, appearance], now: earlier.length, last: { of, at } };
}

/** Returns the values of the editor's form, and undo and redo for them; undefined where there is no such step. */
export function useAppearanceHistory(form: FormInstance<EditedAppearance>, initial: EditedAppearance) {
  const edited = Form.useWatch([], { form, preserve: true }) ?? initial;
  const [history, setHistory] = useState(() => startHistory(initial));
  useEffect(() => setHistory((before) => addStep(before, edited, Date.now())), [edited]);
  const goTo = (now: number) => {
    const step = history.steps[now];
    if (!step) return undefined;
    return () => {
      form.setFieldsValue(step);
      setHistory({ ...history, now, last: NOTHING });
    };
  };
  return { edited, undo: goTo(history.now - 1), redo: goTo(history.now + 1) };
}
