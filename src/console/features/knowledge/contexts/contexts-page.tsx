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
import { useResourceTexts } from '../../../resource/words.ts';
import { useContextRights } from './context-actions.tsx';
import { ContextList } from './context-list.tsx';
import { bestFirst, type Branch, searchTree, treeOf } from './context-tree.ts';
import { DeleteContext } from './delete-context.tsx';
import { ExplainContexts } from './explain-contexts.tsx';
import { type Move, MoveContext } from './move-context.tsx';
import { useAllContexts } from './use-all-contexts.ts';
import { useFolds } from './use-folds.ts';
import './contexts.css';

const ContextsDiagram = lazy(async () => ({ default: (await import('./contexts-diagram.tsx')).ContextsDiagram }));

/** From here on a tree is long enough to be searched. */
const SEARCH_FROM = 6;
/** Where a diagram of a few levels would have to be drawn too small to be read. */
const NARROW = '(max-width: 900px)';

function watchNarrow(listener: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** The contexts as a diagram or as a tree: create, rename, move and delete; a search keeps the ancestors of what it finds. */
export function ContextsPage() {
  const words = useResourceTexts(resource);
  const rights = useContextRights();
  const { contexts, error, isAsking, again } = useAllContexts();
  const tree = contexts && treeOf(contexts);
  const { asked } = useView();
  const create = rights.canCreate && (
    <ButtonLink to={`/contexts/new${asked && `?view=${asked}`}`} type="primary" icon={<Icon name="add" />}>
      {words.create}
    </ButtonLink>
  );
  const isEmpty = tree?.length === 0;
  return (
    <>
      <PageFrame title={words.title} intro={words.intro} action={!isEmpty && create} wide>
        {!tree && error ? (
          <LoadError error={error} again={again} busy={isAsking} />
        ) : isEmpty ? (
          <EmptyState title={words.t('empty.title')} text={words.t('empty.text')} action={create} />
        ) : tree ? (
          <>
            <ExplainContexts isOpen={tree.length === 1} />
            {error && <StaleNotice again={again} busy={isAsking} />}
            <Contexts tree={tree} />
          </>
        ) : (
          <Skeleton rows={6} />
        )}
      </PageFrame>
      {/* The form opens over the contexts, and stays as it is whatever becomes of them below it. */}
      <Outlet />
    </>
  );
}

type View = 'diagram' | 'tree';
const VIEWS: readonly { name: View; icon: IconName }[] = [
  { name: 'diagram', icon: 'sitemap' },
  { name: 'tree', icon: 'inherit' },
];

/** What the address says of the view and the search; unless it says, narrow windows show the tree and others the diagram. */
function useView() {
  const [query, setQuery] = useSearchParams();
  const isNarrow = useSyncExternalStore(watchNarrow, () => window.matchMedia(NARROW).matches);
  const asked = VIEWS.find(({ name }) => name === query.get('view'))?.name;
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
    shown: asked ?? (isNarrow ? 'tree' : 'diagram'),
    asked: asked ?? '',
    search: query.get('search') ?? '',
    choose: (view: View) => change('view', view, { replace: true }),
    seek: (search: string, isSameStep = false) => change('search', search, { replace: isSameStep }),
  };
}

function Contexts({ tree }: { tree: Branch[] }) {
  const words = useResourceTexts(resource);
  const rights = useContextRights();
  const { shown, asked, choose, search, seek } = useView();
  const [doomed, setDoomed] = useState<Branch>();
  const [move, setMove] = useState<Move>();
  const found = searchTree(tree, search);
  const folds = useFolds(tree, search ? found : undefined, search);
  const props = { rights, onDelete: setDoomed, onMove: setMove, view: asked, folds };
  return (
    <>
      <div className="contexts-bar" role="search">
        {(tree.length >= SEARCH_FROM || search !== '') && (
          <SearchBox value={search} label={words.t('search')} onSearch={seek} />
        )}
        <ViewSwitch shown={shown} choose={choose} />
      </div>
      {found.length === 0 ? (
        <NothingMatches clear={() => seek('')} />
      ) : shown === 'tree' ? (
        <ContextList {...props} tree={found} />
      ) : (
        <Suspense fallback={<div className="diagram diagram-wait" />}>
          <ContextsDiagram
            {...props}
            tree={tree}
            found={search ? new Set(bestFirst(found, search).map(({ id }) => id)) : undefined}
          />
        </Suspense>
      )}
      <DeleteContext context={doomed} isLast={tree.length === 1} onClose={() => setDoomed(undefined)} />
      <MoveContext move={move} onClose={() => setMove(undefined)} />
    </>
  );
}

function ViewSwitch({ shown, choose }: { shown: View; choose: (view: View) => void }) {
  const { t } = useTranslation();
  return (
    <div className="view-switch" role="group" aria-label={t('contexts.view.label')}>
      {VIEWS.map(({ name, icon }) => (
        <button key={name} type="button" aria-pressed={name === shown} onClick={() => choose(name)}>
          <Icon name={icon} size={14} /> {t(`contexts.view.${name}`)}
        </button>
      ))}
    </div>
  );
}
