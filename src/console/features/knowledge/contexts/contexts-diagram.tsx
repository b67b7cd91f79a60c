import {
  Background,
  BackgroundVariant,
  type Edge,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useNodesState,
  useReactFlow,
} from '@xyflow/react';
import { Button, Space } from 'antd';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { Tip } from '../../../components/tip.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import type { TreeProps } from './context-list.tsx';
import { ContextNode, type ContextNodeType } from './context-node.tsx';
import { unfolded } from './context-tree.ts';
import { keepPositions, layOut, type NodePosition, readPositions } from './node-positions.ts';
import { smooth, useDiagramViewport } from './use-diagram-viewport.ts';
import '@xyflow/react/dist/base.css';

interface DiagramProps extends TreeProps {
  /** The results of a search, which fades the others; undefined without a search. */
  found: ReadonlySet<string> | undefined;
}

const nodeTypes = { context: ContextNode };

/**
 * Shows the contexts as draggable boxes, whose positions are stored on this device. Dropping a box on another one asks
 * whether to move the context inside.
 */
export function ContextsDiagram(props: DiagramProps) {
  return (
    <ReactFlowProvider>
      <Diagram {...props} />
    </ReactFlowProvider>
  );
}

function Diagram(props: DiagramProps) {
  const { tree } = props;
  const canEdit = useAllowed('contexts', 'edit');
  const [savedPositions, setSavedPositions] = useState(readPositions);
  const [target, setTarget] = useState<string>();
  const pinned = useRef<string>(undefined);
  const drawn = useNodesAndEdges(props, { savedPositions, target, pinned });
  const [nodes, setNodes, onNodesChange] = useNodesState<ContextNodeType>(drawn.nodes);
  const flow = useReactFlow<ContextNodeType>();
  // The dragged box keeps its position when a refetch replaces the nodes.
  const draggedId = useRef<string>(undefined);
  useEffect(() => {
    setNodes((now) => {
      const inHand = now.find(({ id }) => id === draggedId.current);
      return drawn.nodes.map((node) => (node.id === inHand?.id ? { ...node, position: inHand.position } : node));
    });
  }, [drawn.nodes, setNodes]);
  const { current } = useCurrentContext();
  const { found } = props;
  // The results to bring into view: the best one, and those without results inside them.
  const matches = useMemo(() => {
    if (!found) return undefined;
    const all = [...found].flatMap((id) => drawn.nodes.filter((node) => node.id === id));
    const holding = new Set(all.map(({ data }) => data.branch.parent?.id));
    const [best] = all;
    return all.filter((node) => node === best || !holding.has(node.id));
  }, [found, drawn.nodes]);
  const viewport = useDiagramViewport({
    boxes: drawn.nodes,
    first: current?.id,
    found: matches,
    count: tree.length,
    pinned,
  });

  const under = (node: ContextNodeType) => flow.getIntersectingNodes(node).sort(byOverlap(node))[0]?.id;
  const savePositions = (positions: Map<string, NodePosition>) => {
    keepPositions(positions);
    setSavedPositions(positions);
  };
  const drop = (node: ContextNodeType) => {
    draggedId.current = undefined;
    setTarget(undefined);
    const context = tree.find(({ id }) => id === node.id);
    const into = tree.find(({ id }) => id === under(node));
    // A box dropped on its own parent changes only its position.
    if (context && into && into.id !== context.parentId) {
      setNodes(drawn.nodes);
      return props.onMove({ context, into });
    }
    const next = new Map([...savedPositions].filter(([id]) => tree.some((one) => one.id === id)));
    savePositions(next.set(node.id, { x: Math.round(node.position.x), y: Math.round(node.position.y) }));
  };
  const tidy = () => {
    savePositions(new Map());
    window.requestAnimationFrame(viewport.showAll);
  };
  return (
    <div className="diagram framed" data-searching={props.found !== undefined || undefined}>
      <ReactFlow
        nodes={nodes}
        edges={drawn.edges}
        nodeTypes={nodeTypes}
        onNodesChange={onNodesChange}
        onNodeDragStart={(_, node) => (draggedId.current = node.id)}
        onNodeDrag={(_, node) => canEdit && setTarget(under(node))}
        onNodeDragStop={(_, node) => (canEdit ? drop(node) : undefined)}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        nodesDraggable={canEdit}
        elementsSelectable={false}
        deleteKeyCode={null}
        disableKeyboardA11y
        nodeDragThreshold={4}
        minZoom={0.05}
        maxZoom={1.5}
        onInit={viewport.open}
        panOnScroll={false}
        zoomOnScroll={false}
        preventScrolling={false}
        zoomActivationKeyCode={['Control', 'Meta']}
        onlyRenderVisibleElements={drawn.nodes.length > 100}
        proOptions={{ hideAttribution: true }}
        aria-label={t('contexts.diagram.label')}
      >
        <Background variant={BackgroundVariant.Dots} gap={24} size={1} color="var(--line)" />
        <Controls tidy={tidy} hasMoved={savedPositions.size > 0} showAll={viewport.showAll} />
      </ReactFlow>
      <p className="diagram-hint cell-small">{t(canEdit ? 'contexts.diagram.hint' : 'contexts.diagram.readHint')}</p>
    </div>
  );
}

interface DragState {
  savedPositions: Map<string, NodePosition>;
  /** The context that the dragged one would move into. */
  target: string | undefined;
  pinned: RefObject<string | undefined>;
}

/** Returns the nodes and edges of the visible contexts, at their stored or computed positions. */
function useNodesAndEdges(
  { tree, onDelete, found, folds }: DiagramProps,
  { savedPositions, target, pinned }: DragState,
) {
  const { current } = useCurrentContext();
  const { folded, fold } = folds;
  return useMemo(() => {
    const shown = unfolded(tree, folded);
    const positions = layOut(shown);
    const into = target === undefined ? undefined : tree.find(({ id }) => id === target)?.name;
    const onFold = (id: string, isFolded: boolean) => {
      pinned.current = id;
      fold(id, isFolded);
    };
    const nodes: ContextNodeType[] = shown.map((branch) => ({
      id: branch.id,
      type: 'context',
      domAttributes: { 'aria-roledescription': undefined },
      position: savedPositions.get(branch.id) ?? positions.get(branch.id) ?? { x: 0, y: 0 },
      data: {
        branch,
        onDelete,
        into,
        onFold,
        isCurrent: branch.id === current?.id,
        isTarget: branch.id === target,
        isFaint: found !== undefined && !found.has(branch.id),
        isFolded: folded.has(branch.id),
      },
    }));
    const edges: Edge[] = shown.flatMap(({ id, name, parent }) =>
      parent
        ? {
            id: `${parent.id} ${id}`,
            source: parent.id,
            target: id,
            type: 'smoothstep',
            focusable: false,
            ariaLabel: t('contexts.diagram.inside', { name, parent: parent.name }),
            domAttributes: { 'aria-roledescription': undefined },
          }
        : [],
    );
    return { nodes, edges };
  }, [tree, onDelete, found, savedPositions, target, current, folded, fold, pinned]);
}

/** Compares boxes by their distance from `node`, the nearest first: the nearest one overlaps it most. */
const byOverlap = (node: ContextNodeType) => {
  const cover = (other: ContextNodeType) =>
    Math.hypot(other.position.x - node.position.x, other.position.y - node.position.y);
  return (a: ContextNodeType, b: ContextNodeType) => cover(a) - cover(b);
};

function Controls({ tidy, hasMoved, showAll }: { tidy: () => void; hasMoved: boolean; showAll: () => void }) {
  const flow = useReactFlow();
  const all: { name: string; icon: IconName; act: () => void }[] = [
    { name: 'zoomIn', icon: 'add', act: () => void flow.zoomIn(smooth()) },
    { name: 'zoomOut', icon: 'minus', act: () => void flow.zoomOut(smooth()) },
    { name: 'fit', icon: 'fit', act: showAll },
  ];
  return (
    <Panel position="bottom-right">
      <Space>
        {hasMoved && (
          <Button icon={<Icon name="sitemap" size={14} />} onClick={tidy}>
            {t('contexts.diagram.tidy')}
          </Button>
        )}
        <Space.Compact>
          {all.map(({ name, icon, act }) => (
            <Tip key={name} title={t(`contexts.diagram.${name}`)} placement="top">
              <Button aria-label={t(`contexts.diagram.${name}`)} icon={<Icon name={icon} />} onClick={act} />
            </Tip>
          ))}
        </Space.Compact>
      </Space>
    </Panel>
  );
}
