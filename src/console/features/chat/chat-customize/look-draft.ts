import { useCallback, useReducer } from 'react';
import type { OwnAppearance } from '../../../../shared/appearance.ts';

/** The part of an appearance that this screen edits. The usage settings edit `person`. */
export type Look = Omit<OwnAppearance, 'person'>;

/** A change and the name of what it changes. Changes of the same `of` within `STEP_MS` make one undo step. */
interface Edit {
  of: string;
  change: (look: Look) => Look;
}

interface LookDraft {
  look: Look;
  saved: Look;
  past: readonly Look[];
  future: readonly Look[];
  last: { of: string; at: number };
}

type DraftMove =
  { kind: 'edit'; edit: Edit; at: number } | { kind: 'undo' | 'redo' } | { kind: 'saved' | 'loaded'; look: Look };

const STEP_MS = 900;
const STEPS_KEPT = 100;
const NOTHING = { of: '', at: 0 };

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
export const startDraft = (look: Look): LookDraft => ({ look, saved: look, past: [], future: [], last: NOTHING });

/** Returns the next state of the draft: a reducer. */
export function moveDraft(draft: LookDraft, move: DraftMove): LookDraft {
  const { look, past, future, last } = draft;
  switch (move.kind) {
    case 'edit': {
      const next = move.edit.change(look);
      if (isSame(next, look)) return draft;
      const goesOn = move.edit.of === last.of && move.at - last.at < STEP_MS;
      const kept = goesOn ? past : [...past, look].slice(-STEPS_KEPT);
      return { ...draft, look: next, past: kept, future: [], last: { of: move.edit.of, at: move.at } };
    }
    case 'undo': {
      const before = past.at(-1);
      if (!before) return draft;
      return { ...draft, look: before, past: past.slice(0, -1), future: [look, ...future], last: NOTHING };
    }
    case 'redo': {
      const [after, ...rest] = future;
      if (!after) return draft;
      return { ...draft, look: after, past: [...past, look], future: rest, last: NOTHING };
    }
    case 'saved':
      // Keeps what the user typed while the request was running.
      return { ...draft, saved: move.look, last: NOTHING };
    case 'loaded':
      return { ...draft, look: move.look, saved: move.look, past: [...past, look], future: [], last: NOTHING };
  }
}

/** Returns the edited appearance with undo, redo, and the functions to call after a save or a load. */
export function useDraft(initial: () => Look) {
  const [draft, move] = useReducer(moveDraft, undefined, () => startDraft(initial()));
  const edit = useCallback((of: string, change: Edit['change']) => {
    move({ kind: 'edit', edit: { of, change }, at: Date.now() });
  }, []);
  const undo = useCallback(() => move({ kind: 'undo' }), []);
  const redo = useCallback(() => move({ kind: 'redo' }), []);
  const saved = useCallback((look: Look) => move({ kind: 'saved', look }), []);
  const load = useCallback((look: Look) => move({ kind: 'loaded', look }), []);
  return { draft, edit, undo, redo, saved, load, isChanged: !isSame(draft.look, draft.saved) };
}
