import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Resource } from '../../../resources/kit/resource.ts';
import { MAX_BULK, PAGE_SIZE_MAX } from '../../shared/constants.ts';
import { formatCount } from '../../shared/format.ts';
import { Icon } from '../components/icon.tsx';
import { dataProvider } from '../providers/data.ts';
import { showFailure } from '../providers/failure.ts';
import { t } from '../providers/i18n.ts';
import type { ListView } from '../providers/view.ts';
import { callOf } from './list-call.ts';
import './resource.css';

type Selection<R extends { id: string }> = ReturnType<typeof useSelection<R>>;

/**
 * Returns the selected rows and the functions that change the selection. It contains only rows of the current page, and
 * those of other pages that `chooseAll` has added, until the search or the filters change.
 */
export function useSelection<R extends { id: string }>(here: readonly R[] = [], { filters }: ListView) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const [all, setAll] = useState<{ of: string; rows: readonly R[] }>({ of: '', rows: [] });
  const found = JSON.stringify(filters);
  const elsewhere = all.of === found ? all.rows.filter(({ id }) => !here.some((row) => row.id === id)) : [];
  const chosen = [...here, ...elsewhere].filter(({ id }) => ids.includes(id));
  const clear = () => {
    setIds([]);
    setAll({ of: '', rows: [] });
  };
  const chooseAll = (rows: readonly R[]) => {
    setAll({ of: found, rows });
    setIds(rows.map(({ id }) => id));
  };
  const chosenIds = chosen.map(({ id }) => id);
  /** The part of the selection that is among some of the rows. */
  const within = (some: readonly R[] = []) => {
    const isHere = (id: string) => some.some((row) => row.id === id);
    return {
      ids: chosenIds.filter(isHere),
      onChange: (next: string[]) => setIds([...chosenIds.filter((id) => !isHere(id)), ...next]),
    };
  };
  return { ids: chosenIds, chosen, onChange: setIds, within, chooseAll, clear };
}

interface MatchingRows {
  resource: Resource;
  view: ListView;
  contextId: string | undefined;
  /** The number of rows that match the view. */
  total: number;
}

interface BulkBarProps<R extends { id: string }> extends MatchingRows {
  selection: Selection<R>;
  /** The number of rows of the current page. */
  shown: number;
  children: ReactNode;
}

/** The actions on the selected rows, at the bottom of the screen. Render it only while rows are selected. */
export function BulkBar<R extends { id: string }>({ selection, shown, children, ...found }: BulkBarProps<R>) {
  const count = selection.chosen.length;
  // Offered once all rows of the page are selected.
  const canChooseAll = count >= shown && count < Math.min(found.total, MAX_BULK);
  return (
    <div className="bulk-bar floating" role="toolbar" aria-label={t('resource.chosen', { count })}>
      <strong className="figures" aria-live="polite">
        {t('resource.chosen', { count })}
      </strong>
      <span className="bulk-actions">
        {canChooseAll && <ChooseAll {...found} onChosen={selection.chooseAll} />}
        {children}
      </span>
      <Button type="text" icon={<Icon name="close" />} onClick={selection.clear} aria-label={t('resource.unpick')} />
    </div>
  );
}

function ChooseAll<R extends { id: string }>(props: MatchingRows & { onChosen: (rows: readonly R[]) => void }) {
  const { onChosen, ...found } = props;
  const { mutate: choose, isPending } = useMutation({
    mutationFn: () => readAll<R>(found),
    onSuccess: onChosen,
    onError: showFailure,
  });
  const texts = { most: formatCount(MAX_BULK), total: formatCount(found.total) };
  return (
    <Button type="link" loading={isPending} onClick={() => choose()}>
      {t(found.total > MAX_BULK ? 'resource.chooseFirst' : 'resource.chooseAll', texts)}
    </Button>
  );
}

/** Returns the rows on all pages of a view, at most as many as one bulk call accepts. Throws `HttpError`. */
async function readAll<R extends { id: string }>({ resource, view, contextId, total }: MatchingRows): Promise<R[]> {
  const most = Math.min(total, MAX_BULK);
  const pages = Array.from({ length: Math.ceil(most / PAGE_SIZE_MAX) }, (_, at) => at + 1);
  const answers = await Promise.all(
    pages.map((page) =>
      dataProvider.getList<R>(callOf(resource, { ...view, currentPage: page, pageSize: PAGE_SIZE_MAX }, contextId)),
    ),
  );
  // A row that moved between two requests is on both pages.
  const rows = new Map(answers.flatMap(({ data }) => data.map((row) => [row.id, row])));
  return [...rows.values()].slice(0, most);
}
