import { Button, Flex, Tag } from 'antd';
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { contexts } from '../../../../../resources/contexts.ts';
import { CONTEXT_INDENT_MAX } from '../../../../shared/constants.ts';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Line } from '../../../resource/cell-line.tsx';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { ContextActions } from './context-actions.tsx';
import type { ContextMove } from './context-dialogs.tsx';
import { type Branch, contentsText, unfolded } from './context-tree.ts';

export interface Folds {
  folded: ReadonlySet<string>;
  fold: (id: string, isFolded: boolean) => void;
}

export interface TreeProps {
  /** All contexts, or the results of a search with their ancestors. */
  tree: readonly Branch[];
  onDelete: (branch: Branch) => void;
  onMove: (move: ContextMove) => void;
  folds: Folds;
}

/**
 * The contexts as a tree with full keyboard support (WAI-ARIA tree view), which antd's Tree lacks: arrows navigate and
 * fold, Enter edits, Delete deletes, Alt with an arrow moves a context into the one above it or out of its parent.
 */
export function ContextList(props: TreeProps) {
  const { tree } = props;
  const { folded, fold } = props.folds;
  const canEdit = useAllowed('contexts', 'edit');
  const { current } = useCurrentContext();
  const [at, setAt] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const shown = unfolded(tree, folded);
  // With a search, only contexts whose subcontexts are shown can be folded.
  const holding = new Set(tree.map(({ parent }) => parent?.id));
  const focusable = shown.some(({ id }) => id === at) ? at : shown[0]?.id;
  const onKey = useTreeKeys({ ...props, shown, focus: (id) => focusOn(list.current, id) });
  return (
    <>
      <ul className="plain context-tree framed" role="tree" aria-label={t('contexts.title')} ref={list}>
        {shown.map((branch) => (
          <li
            key={branch.id}
            role="treeitem"
            aria-selected={branch.id === current?.id}
            data-id={branch.id}
            aria-level={branch.depth + 1}
            aria-label={accessibleName(branch, branch.id === current?.id)}
            aria-expanded={holding.has(branch.id) ? !folded.has(branch.id) : undefined}
            aria-current={branch.id === current?.id || undefined}
            tabIndex={branch.id === focusable ? 0 : -1}
            style={{ '--depth': depthOf(branch) } as CSSProperties}
            onFocus={() => setAt(branch.id)}
            onKeyDown={(event) => onKey(event, branch)}
          >
            <Item
              branch={branch}
              isFolded={holding.has(branch.id) ? folded.has(branch.id) : undefined}
              onFold={() => fold(branch.id, !folded.has(branch.id))}
              isCurrent={branch.id === current?.id}
            />
            <Flex component="span" flex="none" className="tree-actions">
              <ContextActions branch={branch} onDelete={props.onDelete} />
            </Flex>
          </li>
        ))}
      </ul>
      {canEdit && <p className="tree-keys cell-small">{t('contexts.tree.keys')}</p>}
    </>
  );
}

/** Returns the accessible name of an item: its visible text. */
const accessibleName = (branch: Branch, isCurrent: boolean) =>
  [branch.name, isCurrent && t('contexts.current'), t(`contexts.options.status.${branch.status}`), contentsText(branch)]
    .filter(Boolean)
    .join(', ');

const depthOf = ({ depth }: Branch) => Math.min(depth, CONTEXT_INDENT_MAX);

const focusOn = (list: HTMLElement | null, id: string | undefined) =>
  id && list?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus();

/** The visible part of a tree item. `isFolded` is undefined without subcontexts. */
function Item(props: { branch: Branch; isFolded: boolean | undefined; onFold: () => void; isCurrent: boolean }) {
  const { branch, isFolded } = props;
  const depth = depthOf(branch);
  return (
    <>
      <Flex component="span" align="center" gap={10} className="tree-name fill">
        {branch.lines.slice(0, depth).map((goesOn, at) => (
          <span
            key={at}
            aria-hidden
            className={['context-line', goesOn && 'context-line-on', at === depth - 1 && 'context-elbow']
              .filter(Boolean)
              .join(' ')}
            style={{ '--at': at } as CSSProperties}
          />
        ))}
        {isFolded !== undefined ? (
          <Button
            color="default"
            variant="filled"
            size="small"
            icon={<Icon name={isFolded ? 'chevronRight' : 'chevronDown'} size={14} />}
            tabIndex={-1}
            aria-label={t(isFolded ? 'contexts.tree.unfold' : 'contexts.tree.fold', { name: branch.name })}
            onClick={props.onFold}
          />
        ) : (
          <span className="context-icon">
            <Icon name={branch.depth === 0 ? 'layers' : 'inherit'} size={14} />
          </span>
        )}
        <Line value={branch.name} className="row-title" />
        {props.isCurrent && ' '}
        {props.isCurrent && <Tag color="success">{t('contexts.current')}</Tag>}
      </Flex>
      {/* The spaces part the words for tools that compare the item's text with its label. */}{' '}
      <span className="tree-facts" aria-hidden>
        <FieldCell resource={contexts} name="status" value={branch.status} />{' '}
        <span className="figures cell-quiet">{contentsText(branch)}</span>
      </span>
    </>
  );
}

interface KeysOf extends TreeProps {
  shown: readonly Branch[];
  focus: (id: string | undefined) => void;
}

function useTreeKeys({ tree, shown, folds, focus, onDelete, onMove }: KeysOf) {
  const { folded, fold } = folds;
  const navigate = useNavigate();
  const { search } = useLocation();
  const canEdit = useAllowed('contexts', 'edit');
  const canDelete = useAllowed('contexts', 'delete');
  const parentOf = ({ parent }: Branch) => tree.find(({ id }) => id === parent?.id);
  /** Returns the previous sibling: Alt and the right arrow move a context into it. */
  const siblingAbove = (branch: Branch) => {
    const siblings = tree.filter(({ parent }) => parent?.id === branch.parent?.id);
    return siblings[siblings.findIndex(({ id }) => id === branch.id) - 1];
  };
  const moveBy = (key: string, branch: Branch) => {
    const above = siblingAbove(branch);
    const outer = parentOf(branch);
    if (key === 'ArrowRight' && above) onMove({ context: branch, into: above });
    if (key === 'ArrowLeft' && outer) onMove({ context: branch, into: parentOf(outer) ?? null });
  };
  return (event: KeyboardEvent<HTMLElement>, branch: Branch) => {
    // A control inside the item handles its own keys.
    if (event.target !== event.currentTarget) return;
    const at = shown.findIndex(({ id }) => id === branch.id);
    const isOpen = branch.children.length > 0 && !folded.has(branch.id);
    const next = shown[at + 1];
    const acts: Record<string, (() => void) | false> = event.altKey
      ? {
          ArrowRight: canEdit && (() => moveBy('ArrowRight', branch)),
          ArrowLeft: canEdit && (() => moveBy('ArrowLeft', branch)),
        }
      : {
          ArrowDown: () => focus(next?.id),
          ArrowUp: () => focus(shown[at - 1]?.id),
          Home: () => focus(shown[0]?.id),
          End: () => focus(shown.at(-1)?.id),
          ArrowRight: () => (isOpen ? focus(next?.id) : fold(branch.id, false)),
          ArrowLeft: () => (isOpen ? fold(branch.id, true) : focus(branch.parent?.id)),
          Enter: canEdit && (() => void navigate(`/contexts/edit/${branch.id}${search}`)),
          Delete: canDelete && (() => onDelete(branch)),
        };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
}
