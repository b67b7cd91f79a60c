import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../../resources/kit/resource.ts';
import { PAGE_SIZE_MAX } from '../../shared/constants.ts';
import { MAX_BULK } from '../../shared/constants.ts';
import { formatCount } from '../components/format.ts';
import { dataProvider } from '../providers/data.ts';
import { showFailure } from '../providers/failure.ts';
import { callOf } from './list-call.ts';
import type { ListView } from './view.ts';

interface MatchingRows {
  resource: Resource;
  view: ListView;
  contextId: string | undefined;
  /** The number of rows that match the view. */
  total: number;
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

/** The button that selects the matching rows on all pages. */
export function ChooseAll<R extends { id: string }>(props: MatchingRows & { onChosen: (rows: readonly R[]) => void }) {
  const { onChosen, ...found } = props;
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const { total } = found;
  const choose = async () => {
    setBusy(true);
    try {
      onChosen(await readAll<R>(found));
    } catch (failure) {
      void showFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  const texts = { most: formatCount(MAX_BULK), total: formatCount(total) };
  return (
    <Button type="link" loading={isBusy} onClick={() => void choose()}>
      {t(total > MAX_BULK ? 'resource.chooseFirst' : 'resource.chooseAll', texts)}
    </Button>
  );
}
