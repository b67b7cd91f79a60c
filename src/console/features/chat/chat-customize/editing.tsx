import { createContext, type ReactNode, useContext, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewScene } from '../../../../widget/panel.ts';
import type { Look } from './look-draft.ts';

/** What every field of the screen works on. */
export interface Editing {
  look: Look;
  contextId: string;
  canEdit: boolean;
  /** Faults by path (`colors.primary`), in words. */
  faults: ReadonlyMap<string, string>;
  edit: (of: string, change: (look: Look) => Look) => void;
  /** Shows what a field is about. */
  show: (scene: PreviewScene) => void;
}

const Context = createContext<Editing | null>(null);
export const EditingProvider = Context.Provider;

export function useEditing(): Editing {
  const editing = useContext(Context);
  if (!editing) throw new Error('A field stands outside of the editor');
  return editing;
}

type Tree = { [key: string]: unknown };

/** What stands at a path of dots. */
export const valueAt = (tree: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Tree | undefined)?.[key], tree);

/** The same tree with another value at a path. */
export function withValue<T>(tree: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? value : withValue((tree as Tree)[key], rest.join('.'), value);
  return (Array.isArray(tree) ? Object.assign([...tree], { [key]: inner }) : { ...tree, [key]: inner }) as T;
}

/** The value of a field, and the way to change it. */
export function useField<T>(path: string, scene?: PreviewScene) {
  const { look, edit, faults, show, canEdit } = useEditing();
  return {
    value: valueAt(look, path) as T,
    fault: faults.get(path),
    isOff: !canEdit,
    set: (value: T) => edit(path, (now) => withValue(now, path, value)),
    onFocus: () => scene && show(scene),
  };
}

/** A field with its words: label, what it is for, its fault. `children` gets the ids that tie it to them. */
export function Field(props: {
  label: ReactNode;
  hint?: ReactNode;
  fault?: string;
  count?: { length: number; max: number };
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { fault, hint, count } = props;
  const isNearEnd = count !== undefined && count.length > count.max * 0.8;
  const describedBy = fault || hint ? `${id}-said` : undefined;
  return (
    <div className="look-field">
      <div className="look-label">
        <label htmlFor={id}>{props.label}</label>
        {isNearEnd && (
          <span
            className="figures look-count"
            aria-label={t('chat-customize.left', { left: count.max - count.length })}
          >
            {count.length}/{count.max}
          </span>
        )}
      </div>
      {props.children({ id, 'aria-describedby': describedBy, ...(fault ? { 'aria-invalid': true as const } : {}) })}
      {(fault ?? hint) && (
        <p id={describedBy} className={fault ? 'look-said says-fault' : 'look-said'}>
          {fault ?? hint}
        </p>
      )}
    </div>
  );
}
