import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { contexts as declaration } from '../../../../resources/contexts.ts';
import type { Resource } from '../../../../resources/kit/resource.ts';
import { CONTEXT_INDENT_MAX } from '../../../shared/constants.ts';
import { ButtonLink } from '../../resource/button-link.tsx';
import { DataTable, type Column } from '../../resource/data-table.tsx';
import { Nothing } from '../../resource/field-cell.tsx';
import { writtenCount } from '../../resource/written.ts';
import { Icon } from '../../resource/icon.tsx';
import { EmptyState, LoadError, NothingMatches, StaleNotice } from '../../resource/list-states.tsx';
import { SearchBox } from '../../resource/list-toolbar.tsx';
import { MomentText } from '../../resource/moment-text.tsx';
import { PageFrame } from '../../resource/page-frame.tsx';
import { RowAction } from '../../resource/row-actions.tsx';
import { useListView } from '../../resource/use-list-view.ts';
import { useMay } from '../../resource/use-may.ts';
import { useWords } from '../../resource/words.ts';
import { useCurrentContext } from '../../session/current-context.tsx';
import { searchTree, treeOf, type Branch } from './context-tree.ts';
import { DeleteContext } from './delete-context.tsx';
import { ExplainContexts } from './explain-contexts.tsx';
import { useAllContexts } from './use-all-contexts.ts';
import './contexts.css';

const resource = declaration as unknown as Resource;
/** From here on a tree is long enough to be searched. */
const SEARCH_FROM = 6;

/** The tree of contexts: create, rename, move and delete; a search keeps the ancestors of what it finds. */
export function ContextsPage() {
  const words = useWords(resource);
  const mayCreate = useMay('contexts', 'create');
  const { contexts, error, isAsking, again } = useAllContexts();
  const tree = contexts && treeOf(contexts);
  const create = mayCreate && (
    <ButtonLink to="/contexts/new" type="primary" icon={<Icon name="add" />}>
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
          <EmptyState title={words.say('empty.title')} text={words.say('empty.text')} action={create} />
        ) : (
          <>
            {tree && <ExplainContexts isOpen={tree.length === 1} />}
            {tree && error && <StaleNotice again={again} busy={isAsking} />}
            <Tree tree={tree} />
          </>
        )}
      </PageFrame>
      {/* The form opens over the tree, and stays as it is whatever becomes of the tree below it. */}
      <Outlet />
    </>
  );
}

function Tree({ tree }: { tree: Branch[] | undefined }) {
  const words = useWords(resource);
  const { view, change } = useListView(resource);
  const [doomed, setDoomed] = useState<Branch>();
  const actions = useActions(setDoomed);
  const columns = useColumns();
  const rows = tree && searchTree(tree, view.search);
  return (
    <>
      {((tree?.length ?? 0) >= SEARCH_FROM || view.search !== '') && (
        <div className="toolbar" role="search">
          <SearchBox
            value={view.search}
            label={words.say('search')}
            onSearch={(search, isSameStep) => change({ search }, { replace: isSameStep })}
          />
        </div>
      )}
      {rows?.length === 0 ? (
        <NothingMatches clear={() => change({ search: '' })} />
      ) : (
        <DataTable
          columns={columns}
          rows={rows}
          expected={3}
          label={words.title}
          nameOf={(row) => String(row.name)}
          hrefOf={actions?.hrefOf}
          actions={actions?.draw}
        />
      )}
      <DeleteContext context={doomed} isLast={tree?.length === 1} onClose={() => setDoomed(undefined)} />
    </>
  );
}

function useColumns(): Column[] {
  const { t } = useTranslation();
  const words = useWords(resource);
  const { current } = useCurrentContext();
  const cells: Record<string, Column['cell']> = {
    name: (row) => <Name branch={row as unknown as Branch} isCurrent={row.id === current?.id} />,
    parentId: (row) => {
      const { parent } = row as unknown as Branch;
      return parent ? <span className="cell-line">{parent.name}</span> : <Nothing />;
    },
    contents: (row) => <span className="figures">{writtenCount(Number(row.contents))}</span>,
    updatedAt: (row) => <MomentText iso={String(row.updatedAt)} />,
  };
  return resource.list.columns.map((name) => ({
    name,
    label: words.field(name),
    isFigure: name === 'contents',
    cell: cells[name] ?? (() => t('resource.nothing')),
  }));
}

function Name({ branch, isCurrent }: { branch: Branch; isCurrent: boolean }) {
  const { t } = useTranslation();
  const depth = Math.min(branch.depth, CONTEXT_INDENT_MAX);
  return (
    <span className="context-name" style={{ '--depth': depth } as CSSProperties}>
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
      <span className="context-icon">
        <Icon name={branch.depth === 0 ? 'layers' : 'inherit'} />
      </span>
      <span className="cell-line">{branch.name}</span>
      {isCurrent && <span className="context-current">{t('contexts.current')}</span>}
    </span>
  );
}

/** What can be done with a context, by what the person may; nothing at all for who only reads. */
function useActions(remove: (branch: Branch) => void) {
  const { t } = useTranslation();
  const mayCreate = useMay('contexts', 'create');
  const mayEdit = useMay('contexts', 'edit');
  const mayDelete = useMay('contexts', 'delete');
  if (!mayCreate && !mayEdit && !mayDelete) return undefined;
  const editHref = ({ id }: { id: string }) => `/contexts/edit/${id}`;
  const draw: Parameters<typeof DataTable>[0]['actions'] = (row) => {
    const branch = row as unknown as Branch;
    const { id, name } = branch;
    return (
      <>
        {mayCreate && (
          <RowAction
            icon="add"
            label={t('contexts.addInsideName', { name })}
            hint={t('contexts.addInside')}
            to={`/contexts/new?parent=${id}`}
          />
        )}
        {mayEdit && (
          <RowAction
            icon="edit"
            label={t('resource.editName', { name })}
            hint={t('resource.edit')}
            to={editHref(branch)}
          />
        )}
        {mayDelete && (
          <RowAction
            icon="trash"
            danger
            label={t('resource.deleteName', { name })}
            hint={t('resource.delete.action')}
            onClick={() => remove(branch)}
          />
        )}
      </>
    );
  };
  return { hrefOf: mayEdit ? editHref : undefined, draw };
}
