import { Flex, Segmented } from 'antd';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useSearchParams } from 'react-router';
import { contexts as resource } from '../../../../../resources/contexts.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { EmptyState, LoadError, NothingMatches, StaleNotice } from '../../../components/states.tsx';
import { SearchBox } from '../../../resource/list-toolbar.tsx';
import { useResourceTexts } from '../../../resource/texts.ts';
import { useContextRights } from './context-actions.tsx';
import { ContextList } from './context-list.tsx';
import { bestFirst, type Branch, searchTree, treeOf } from './context-tree.ts';
import { DeleteContext } from './delete-context.tsx';
import { ExplainContexts } from './explain-contexts.tsx';
import { type ContextMove, MoveContext } from './move-context.tsx';
import { useAllContexts } from './use-all-contexts.ts';
import { useFolds } from './use-folds.ts';
import './contexts.css';

const ContextsDiagram = lazy(async () => ({ default: (await import('./contexts-diagram.tsx')).ContextsDiagram }));

/** Number of contexts from which the page has a search input. */
const SEARCH_FROM = 6;
/** Window widths at which the diagram's text would be too small to read. */
const NARROW = '(max-width: 900px)';

function watchNarrow(listener: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Shows the contexts as a diagram or a tree, and creates, renames, moves and deletes them. */
export function ContextsPage() {
  const texts = useResourceTexts(resource);
  const rights = useContextRights();
  const query = useAllContexts();
  const tree = query.data && treeOf(query.data.data);
  const { requestedView } = useView();
  const create = rights.canCreate && (
    <ButtonLink
      to={`/contexts/new${requestedView && `?view=${requestedView}`}`}
      type="primary"
      icon={<Icon name="add" />}
    >
      {texts.create}
    </ButtonLink>
  );
  const isEmpty = tree?.length === 0;
  return (
    <>
      <PageFrame title={texts.title} intro={texts.intro} action={!isEmpty && create} wide>
        {!tree && query.error ? (
          <LoadError query={query} />
        ) : isEmpty ? (
          <EmptyState title={texts.t('empty.title')} text={texts.t('empty.text')} action={create} />
        ) : tree ? (
          <>
            <ExplainContexts isOpen={tree.length === 1} />
            {query.error && <StaleNotice query={query} />}
            <Contexts tree={tree} />
          </>
        ) : (
          <Skeleton rows={6} />
        )}
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

/** Returns the view and the search, both stored in the address. Narrow windows show the tree unless the user chose. */
function useView() {
  const [query, setQuery] = useSearchParams();
  const isNarrow = useSyncExternalStore(watchNarrow, () => window.matchMedia(NARROW).matches);
  const requestedView = VIEWS.find(({ name }) => name === query.get('view'))?.name;
  const change = (name: 'view' | 'search', value: string, how: { replace: boolean }) =>
    setQuery(
      (now) => {
        if (value) now.set(name, value);
        else now.delete(name);
        return now;
      },
      { ...how, preventScrollReset: true },
    );
  return {
    shown: requestedView ?? (isNarrow ? 'tree' : 'diagram'),
    requestedView: requestedView ?? '',
    search: query.get('search') ?? '',
    choose: (view: View) => change('view', view, { replace: true }),
    seek: (search: string, isSameStep = false) => change('search', search, { replace: isSameStep }),
  };
}

function Contexts({ tree }: { tree: Branch[] }) {
  const texts = useResourceTexts(resource);
  const rights = useContextRights();
  const { shown, requestedView, choose, search, seek } = useView();
  const [toDelete, setToDelete] = useState<Branch>();
  const [move, setMove] = useState<ContextMove>();
  const found = searchTree(tree, search);
  const folds = useFolds(tree, search ? found : undefined, search);
  const props = { rights, onDelete: setToDelete, onMove: setMove, view: requestedView, folds };
  return (
    <>
      <Flex wrap gap={12} align="center" className="part-heading" role="search">
        {(tree.length >= SEARCH_FROM || search !== '') && (
          <SearchBox value={search} label={texts.t('search')} onSearch={seek} />
        )}
        <ViewSwitch shown={shown} choose={choose} />
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

function ViewSwitch({ shown, choose }: { shown: View; choose: (view: View) => void }) {
  const { t } = useTranslation();
  return (
    <Segmented
      style={{ marginInlineStart: 'auto' }}
      aria-label={t('contexts.view.label')}
      value={shown}
      onChange={choose}
      options={VIEWS.map(({ name, icon }) => ({
        value: name,
        icon: <Icon name={icon} size={14} />,
        label: t(`contexts.view.${name}`),
      }))}
    />
  );
}
