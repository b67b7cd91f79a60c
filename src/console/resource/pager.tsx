import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { writtenCount } from './written.ts';
import { Icon } from './icon.tsx';
import type { ListViewControl } from './use-list-view.ts';
import { PAGE_SIZES } from './view.ts';
import './pager.css';

/** The pages worth a link: the first, the last and those around the current; 0 stands for a gap. */
export function shownPages(page: number, last: number): number[] {
  const near = [1, last, page - 1, page, page + 1].filter((one) => one >= 1 && one <= last);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((one, at) => {
    const before = sorted[at - 1];
    if (before === undefined || one === before + 1) return [one];
    return one === before + 2 ? [before + 1, one] : [0, one];
  });
}

function Step(props: { to: string | undefined; label: string; icon: 'chevronLeft' | 'chevronRight' }) {
  const icon = <Icon name={props.icon} />;
  if (props.to === undefined) {
    return (
      <span className="pager-step" aria-disabled="true" role="link" aria-label={props.label}>
        {icon}
      </span>
    );
  }
  return (
    <Link className="pager-step" to={props.to} aria-label={props.label} preventScrollReset>
      {icon}
    </Link>
  );
}

/** Which rows are shown out of how many, and the way to the others: real links, one step of history each. */
export const Pager = (props: { control: ListViewControl; total: number; isTotalLeast?: boolean }) => {
  const { control, total, isTotalLeast } = props;
  return (
    <PageLinks {...control.view} total={total} isTotalLeast={isTotalLeast} hrefOf={(page) => control.hrefOf({ page })}>
      {total > PAGE_SIZES[0] && <PageSize control={control} />}
    </PageLinks>
  );
};

/** How many rows a page has. */
function PageSize({ control: { view, change } }: { control: ListViewControl }) {
  const { t } = useTranslation();
  return (
    <select
      className="page-size"
      aria-label={t('resource.pageSize')}
      value={view.limit}
      onChange={({ target }) => change({ limit: Number(target.value) })}
    >
      {PAGE_SIZES.map((size) => (
        <option key={size} value={size}>
          {t('resource.perPage', { size })}
        </option>
      ))}
    </select>
  );
}

/** The same for a list whose pages are all of one size: `limit` rows each. */
export function PageLinks(props: {
  page: number;
  limit: number;
  total: number;
  /** There are more than `total`. */
  isTotalLeast?: boolean;
  hrefOf: (page: number) => string;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { page: current, limit, total, hrefOf } = props;
  const last = Math.max(1, Math.ceil(total / limit));
  const toPage = (page: number) => (page >= 1 && page <= last ? hrefOf(page) : undefined);
  const from = (current - 1) * limit + 1;
  const span = { from: writtenCount(from), to: writtenCount(Math.min(total, from + limit - 1)) };
  return (
    <nav className="pager" aria-label={t('resource.pages')}>
      <span className="pager-span figures">
        {last === 1
          ? t('resource.total', { count: total, total: writtenCount(total) })
          : t(props.isTotalLeast ? 'resource.spanLeast' : 'resource.span', { ...span, total: writtenCount(total) })}
      </span>
      {props.children}
      {last > 1 && (
        <span className="pager-pages">
          <Step to={toPage(current - 1)} label={t('resource.pageBefore')} icon="chevronLeft" />
          {shownPages(current, last).map((page, at) =>
            page === 0 ? (
              <span key={`gap-${at}`} className="pager-gap">
                …
              </span>
            ) : (
              <Link
                key={page}
                className="pager-page figures"
                to={hrefOf(page)}
                aria-current={page === current ? 'page' : undefined}
                aria-label={t('resource.page', { page })}
                preventScrollReset
              >
                {page}
              </Link>
            ),
          )}
          <Step to={toPage(current + 1)} label={t('resource.pageAfter')} icon="chevronRight" />
        </span>
      )}
    </nav>
  );
}
