import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/icon.tsx';
import { ContextActions, type ContextRights } from './context-actions.tsx';
import { ContextStatus, writtenContents } from './context-status.tsx';
import type { Branch } from './context-tree.ts';

export type ContextNodeType = Node<
  {
    branch: Branch;
    rights: ContextRights;
    onDelete: (branch: Branch) => void;
    view: string;
    isCurrent: boolean;
    /** The dragged context would move into this one. */
    isTarget: boolean;
    /** The name of the context that the dragged one would move into. */
    into: string | undefined;
    /** A search is active and did not find this context. */
    isFaint: boolean;
    isFolded: boolean;
    onFold: (id: string, isFolded: boolean) => void;
  },
  'context'
>;

/** One context in the diagram: a box with name, status, actions and a button that folds its subcontexts. */
export function ContextNode({ data, dragging }: NodeProps<ContextNodeType>) {
  const { t } = useTranslation();
  const { branch, rights, isCurrent, isTarget, into, isFaint, isFolded } = data;
  return (
    <article
      className="node"
      aria-label={branch.name}
      data-held={dragging || undefined}
      data-target={isTarget || undefined}
      data-faint={isFaint || undefined}
      data-current={isCurrent || undefined}
    >
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <header>
        <span className="context-icon">
          <Icon name={branch.depth === 0 ? 'layers' : 'inherit'} size={14} />
        </span>
        <h3 title={branch.name}>{branch.name}</h3>
      </header>
      <div className="node-facts">
        <ContextStatus status={branch.status} />
        <span className="figures">{writtenContents(t, branch)}</span>
      </div>
      {isCurrent && (into === undefined || !dragging) && (
        <span className="context-current node-current">{t('contexts.current')}</span>
      )}
      {into !== undefined && dragging && (
        <span className="node-drop">{t('contexts.diagram.drop', { name: into })}</span>
      )}
      <div className="node-actions nodrag nopan">
        <ContextActions branch={branch} rights={rights} onDelete={data.onDelete} view={data.view} />
      </div>
      {branch.children.length > 0 && (
        <button
          type="button"
          className="node-fold figures nodrag nopan"
          data-folded={isFolded || undefined}
          aria-expanded={!isFolded}
          aria-label={t(isFolded ? 'contexts.tree.unfold' : 'contexts.tree.fold', { name: branch.name })}
          onClick={() => data.onFold(branch.id, !isFolded)}
        >
          {isFolded ? branch.children.length : <Icon name="minus" size={12} />}
        </button>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </article>
  );
}
