import { Form, type FormInstance } from 'antd';
import { useEffect, useState } from 'react';
import type { OwnAppearance } from '../../../../shared/appearance.ts';

/** The part of an appearance that this screen edits. The usage settings edit `person`. */
export type Look = Omit<OwnAppearance, 'person'>;

interface LookHistory {
  steps: readonly Look[];
  /** The index of the current step. */
  now: number;
  /** The last change. Quick changes of the same field make one step. */
  last: { of: string; at: number };
}

const STEP_MS = 900;
const STEPS_KEPT = 100;
const NOTHING = { of: '', at: 0 };

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
export const startHistory = (look: Look): LookHistory => ({ steps: [look], now: 0, last: NOTHING });

/** Returns the history with `look` as its last step; the same history if nothing has changed. */
export function addStep(history: LookHistory, look: Look, at: number): LookHistory {
  const { steps, now, last } = history;
  const before = steps[now] as Look;
  const of = Object.keys(look)
    .filter((key) => !isSame(look[key as keyof Look], before[key as keyof Look]))
    .join();
  if (of === '') return history;
  const goesOn = of === last.of && at - last.at < STEP_MS;
  const kept = steps.slice(0, goesOn ? now : now + 1).slice(-STEPS_KEPT);
  return { steps: [...kept, look], now: kept.length, last: { of, at } };
}

/** Returns the values of the editor's form, and undo and redo for them; undefined where there is no such step. */
export function useLookHistory(form: FormInstance<Look>, initial: Look) {
  const look = Form.useWatch([], { form, preserve: true }) ?? initial;
  const [history, setHistory] = useState(() => startHistory(initial));
  useEffect(() => setHistory((before) => addStep(before, look, Date.now())), [look]);
  const goTo = (now: number) => {
    const step = history.steps[now];
    if (!step) return undefined;
    return () => {
      form.setFieldsValue(step);
      setHistory({ ...history, now, last: NOTHING });
    };
  };
  return { look, undo: goTo(history.now - 1), redo: goTo(history.now + 1) };
}
