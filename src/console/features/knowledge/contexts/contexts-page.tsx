import { Button, Col, Flex, Row, Segmented } from 'antd';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Outlet, useSearchParams } from 'react-router';
import { contexts as resource } from '../../../../../resources/contexts.ts';
import { Fold } from '../../../components/fold.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { EmptyState, Loaded, NothingMatches } from '../../../components/states.tsx';
import { useCanFollowTutorial, useTutorialCalls } from '../../../layout/tutorial/tutorial-requests.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { CreateLink } from '../../../resource/list-actions.tsx';
import { SearchBox } from '../../../resource/list-toolbar.tsx';
import { textsOf } from '../../../resource/texts.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { usePhone } from '../../../theme/use-phone.ts';
import { type ContextMove, DeleteContext, MoveContext } from './context-dialogs.tsx';
import { ContextList, type Folds } from './context-list.tsx';
import { bestFirst, type Branch, foldedAtFirst, foldedWithout, searchTree, treeOf } from './context-tree.ts';
import { useAllContexts } from './use-all-contexts.ts';
import './contexts.css';

const ContextsDiagram = lazy(async () => ({ default: (await import('./contexts-diagram.tsx')).ContextsDiagram }));

/** Number of contexts from which the page has a search input. */
const SEARCH_FROM = 6;

/** Shows the contexts as a diagram or a tree, and creates, renames, moves and deletes them. */
export function ContextsPage() {
  const texts = textsOf(resource);
  const canCreate = useAllowed('contexts', 'create');
  const query = useAllContexts();
  const isEmpty = query.data?.total === 0;
  const create = canCreate && <CreateLink resource={resource} />;
  return (
    <>
      <PageFrame title={texts.title} intro={texts.intro} action={!isEmpty && create} wide>
        <Loaded query={query} isRefreshed>
          {({ data }) =>
            isEmpty ? (
              <EmptyState title={texts.t('empty.title')} text={texts.t('empty.text')} action={create} />
            ) : (
              <>
                <ExplainContexts isOpen={data.length === 1} />
                <Contexts tree={treeOf(data)} />
              </>
            )
          }
        </Loaded>
      </PageFrame>
      {/* The form opens above the contexts and does not depend on them. */}
      <Outlet />
    </>
  );
}

type View = 'diagram' | 'tree';
const VIEWS: readonly { name: View; icon: IconName }[] = [
  { name: 'diagram', icon: 'sitemap' },
  { name: 'tree', icon: 'inherit' },
];

/**
 * Returns the view and the search, both stored in the address. Unless the user chose, narrow windows show the tree,
 * because the diagram's text would be too small to read.
 */
function useView() {
  const [query, setQuery] = useSearchParams();
  const isNarrow = usePhone();
  const requestedView = VIEWS.find(({ name }) => name === query.get('view'))?.name;
  const change = (name: 'view' | 'search', value: string, replace: boolean) =>
    setQuery(
      (now) => {
        if (value) now.set(name, value);
        else now.delete(name);
        return now;
      },
      { replace, preventScrollReset: true },
    );
  return {
    shown: requestedView ?? (isNarrow ? 'tree' : 'diagram'),
    search: query.get('search') ?? '',
    choose: (view: View) => change('view', view, true),
    seek: (search: string) => change('search', search, false),
  };
}

const NONE: ReadonlyMap<string, boolean> = new Map();

/**
 * Returns which branches are folded, for both the diagram and the tree. Each new search forgets the user's choices and
 * unfolds the paths to its results.
 */
function useFolds(tree: readonly Branch[], found: readonly Branch[] | undefined, search: string): Folds {
  const { current } = useCurrentContext();
  const [stored, setStored] = useState({ search, folds: NONE });
  const folds = stored.search === search ? stored.folds : NONE;
  const folded = useMemo(() => {
    const here = tree.find(({ id }) => id === current?.id);
    const atFirst = found ? foldedWithout(tree, found) : foldedAtFirst(tree, here);
    return new Set(tree.filter(({ id }) => folds.get(id) ?? atFirst.has(id)).map(({ id }) => id));
  }, [tree, found, folds, current]);
  const fold = (id: string, isFolded: boolean) => setStored({ search, folds: new Map([...folds, [id, isFolded]]) });
  return { folded, fold };
}

function Contexts({ tree }: { tree: Branch[] }) {
  const texts = textsOf(resource);
  const { shown, choose, search, seek } = useView();
  const [toDelete, setToDelete] = useState<Branch>();
  const [move, setMove] = useState<ContextMove>();
  const found = searchTree(tree, search);
  const folds = useFolds(tree, search ? found : undefined, search);
  const props = { onDelete: setToDelete, onMove: setMove, folds };
  return (
    <>
      <Flex wrap gap={12} align="center" className="part-heading" role="search">
        {(tree.length >= SEARCH_FROM || search !== '') && (
          <SearchBox value={search} label={texts.t('search')} onSearch={seek} />
        )}
        <Segmented
          style={{ marginInlineStart: 'auto' }}
          aria-label={texts.t('view.label')}
          value={shown}
          onChange={choose}
          options={VIEWS.map(({ name, icon }) => ({
            value: name,
            icon: <Icon name={icon} size={14} />,
            label: texts.t(`view.${name}`),
          }))}
        />
      </Flex>
      {found.length === 0 ? (
        <NothingMatches clear={() => seek('')} />
      ) : shown === 'tree' ? (
        <ContextList {...props} tree={found} />
      ) : (
        <Suspense fallback={<div className="diagram framed" />}>
          <ContextsDiagram
            {...props}
            tree={tree}
            found={search ? new Set(bestFirst(found, search).map(({ id }) => id)) : undefined}
          />
        </Suspense>
      )}
      <DeleteContext context={toDelete} isLast={tree.length === 1} onClose={() => setToDelete(undefined)} />
      <MoveContext move={move} onClose={() => setMove(undefined)} />
    </>
  );
}

/** Explains contexts and subcontexts with an example. Initially open when there is a single context. */
function ExplainContexts({ isOpen }: { isOpen: boolean }) {
  const canFollow = useCanFollowTutorial();
  const { begin, isBusy } = useTutorialCalls();
  return (
    <Fold
      className="part-heading"
      expandIconPosition="end"
      isOpen={isOpen}
      label={
        <Flex gap="small" align="baseline">
          <Icon name="info" />
          {t('contexts.explain.title')}
        </Flex>
      }
    >
      <Row gutter={[32, 16]}>
        <Part icon="layers">{t('contexts.explain.context')}</Part>
        <Part icon="inherit">{t('contexts.explain.sub')}</Part>
        <Col xs={24} md={8} className="cell-quiet">
          {t('contexts.explain.example')}
        </Col>
        <Col span={24}>
          <Flex wrap gap={12} align="center">
            {t('contexts.explain.inherit')}
            {canFollow && (
              <Button size="small" loading={isBusy} onClick={() => void begin()}>
                {t('contexts.explain.tutorial')}
              </Button>
            )}
          </Flex>
        </Col>
      </Row>
    </Fold>
  );
}

const Part = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <Col xs={24} md={8}>
    <Flex gap={12}>
      <span className="context-icon">
        <Icon name={icon} />
      </span>
      {children}
    </Flex>
  </Col>
);
