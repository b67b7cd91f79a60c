import { Form } from 'antd';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewScene } from '../../../../widget/panel.ts';
import type { Look } from './look-draft.ts';

/** What the fields share: the edited appearance, its errors, and the functions that change it. */
interface Editing {
  look: Look;
  contextId: string;
  canEdit: boolean;
  /** Error messages by field path, such as `colors.primary`. */
  faults: ReadonlyMap<string, string>;
  /** Changes the appearance. Quick changes with the same `of` make one undo step. */
  edit: (of: string, change: (look: Look) => Look) => void;
  /** Switches the preview to the scene that a field affects. */
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

/** Returns the value at a dotted path, such as `messages.welcome`; undefined if the path does not exist. */
export const valueAt = (tree: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Tree | undefined)?.[key], tree);

function withValue<T>(tree: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? value : withValue((tree as Tree)[key], rest.join('.'), value);
  return (Array.isArray(tree) ? Object.assign([...tree], { [key]: inner }) : { ...tree, [key]: inner }) as T;
}

/** Returns the value, the error and the setter of a field. `onFocus` switches the preview to `scene`. */
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

/**
 * A field with its label, and its error or hint below. `children` receives the ids and ARIA attributes that connect the
 * control to them. The character count appears above 80 % of the maximum. The values are not in the form's store,
 * because undo and redo exchange the whole appearance.
 */
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
  const describedBy = fault || hint ? `${id}-hint` : undefined;
  return (
    <Form.Item
      className="form-field"
      htmlFor={id}
      label={
        <>
          {props.label}
          {isNearEnd && (
            <span
              className="form-optional figures"
              aria-label={t('chat-customize.left', { left: count.max - count.length })}
            >
              {count.length}/{count.max}
            </span>
          )}
        </>
      }
      validateStatus={fault && 'error'}
      help={fault && <span id={describedBy}>{fault}</span>}
      extra={!fault && hint && <span id={describedBy}>{hint}</span>}
    >
      {props.children({ id, 'aria-describedby': describedBy, ...(fault ? { 'aria-invalid': true as const } : {}) })}
    </Form.Item>
  );
}
