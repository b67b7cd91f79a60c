import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { Button, Flex, Tag } from 'antd';
import { contexts } from '../../../../../resources/contexts.ts';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../providers/i18n.ts';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { ContextActions } from './context-actions.tsx';
import { type Branch, contentsText } from './context-tree.ts';

export type ContextNodeType = Node<
  {
    branch: Branch;
    onDelete: (branch: Branch) => void;
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
  const { branch, isCurrent, isTarget, into, isFaint, isFolded } = data;
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
      <Flex component="header" align="flex-start" gap={10}>
        <span className="context-icon">
          <Icon name={branch.depth === 0 ? 'layers' : 'inherit'} size={14} />
        </span>
        <h3 className="fill" title={branch.name}>
          {branch.name}
        </h3>
      </Flex>
      <Flex align="center" justify="space-between" gap="small" className="node-facts cell-small figures">
        <FieldCell resource={contexts} name="status" value={branch.status} />
        {contentsText(branch)}
      </Flex>
      {isCurrent && (into === undefined || !dragging) && (
        <Tag color="success" className="node-tag">
          {t('contexts.current')}
        </Tag>
      )}
      {into !== undefined && dragging && (
        <Tag color="var(--primary)" className="node-tag">
          {t('contexts.diagram.drop', { name: into })}
        </Tag>
      )}
      <div className="node-actions nodrag nopan">
        <ContextActions branch={branch} onDelete={data.onDelete} />
      </div>
      {branch.children.length > 0 && (
        <Button
          size="small"
          shape="round"
          className="node-fold figures nodrag nopan"
          data-folded={isFolded || undefined}
          aria-expanded={!isFolded}
          aria-label={t(isFolded ? 'contexts.tree.unfold' : 'contexts.tree.fold', { name: branch.name })}
          onClick={() => data.onFold(branch.id, !isFolded)}
        >
          {isFolded ? branch.children.length : <Icon name="minus" size={12} />}
        </Button>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </article>
  );
}
