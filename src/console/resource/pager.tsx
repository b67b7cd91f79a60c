import { Pagination, type PaginationProps } from 'antd';
import { isValidElement, type MouseEvent, type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { formatCount } from '../../shared/format.ts';
import { t } from '../providers/i18n.ts';
import { PAGE_SIZES } from '../providers/view.ts';
import type { ListControl } from './use-list-table.ts';

interface Pages {
  page: number;
  limit: number;
  total: number;
  /** There are at least `total` rows; the exact number is unknown. */
  isTotalLeast?: boolean;
  hrefOf: (page: number) => string;
}

/** Plain clicks are handled by the table. Clicks with Ctrl, Shift, … open the link in another tab or window. */
function preventPlainClick(event: MouseEvent): void {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (isPlain) event.preventDefault();
  else event.stopPropagation();
}

const LABELS: Record<string, string> = { prev: 'resource.pageBefore', next: 'resource.pageAfter' };
/** Returns the children of antd's pagination item. */
const childrenOf = (element: ReactNode) =>
  isValidElement<{ children?: ReactNode }>(element) ? element.props.children : element;

/** The link in antd's pagination item. It is not focusable, because the item itself takes the focus and the keys. */
function PageLink(props: { page: number; type: string; href: string; isCurrent: boolean; children: ReactNode }) {
  const { page, type } = props;
  return (
    <a
      className={type === 'page' ? undefined : 'ant-pagination-item-link'}
      href={props.href}
      tabIndex={-1}
      onClick={preventPlainClick}
      aria-label={t(LABELS[type] ?? 'resource.page', { page })}
      aria-current={props.isCurrent ? 'page' : undefined}
    >
      {props.children}
    </a>
  );
}

/** Returns props for antd's pagination: real links as items, and the range of the rows shown. */
function paginationOf({ page, limit, total, isTotalLeast, hrefOf }: Pages): PaginationProps {
  const last = Math.max(1, Math.ceil(total / limit));
  const from = (page - 1) * limit + 1;
  const span = { from: formatCount(from), to: formatCount(Math.min(total, from + limit - 1)) };
  const range =
    last === 1
      ? t('resource.total', { count: total, total: formatCount(total) })
      : t(isTotalLeast ? 'resource.spanLeast' : 'resource.span', { ...span, total: formatCount(total) });
  return {
    current: page,
    pageSize: limit,
    total,
    className: last === 1 ? 'pages pages-one' : 'pages',
    showTotal: () => range,
    showSizeChanger: false,
    showLessItems: true,
    itemRender: (to, type, element) =>
      to < 1 || (type === 'prev' && page === 1) || (type === 'next' && page === last) ? (
        element
      ) : (
        <PageLink page={to} type={type} href={hrefOf(to)} isCurrent={type === 'page' && to === page}>
          {type === 'page' ? to : childrenOf(element)}
        </PageLink>
      ),
    'aria-label': t('resource.pages'),
  };
}

export function tablePagination(control: ListControl, total: number, isTotalLeast: boolean) {
  const { currentPage: page, pageSize: limit } = control.view;
  const hrefOf = (to: number) => control.hrefOf({ currentPage: to });
  const pages = paginationOf({ page, limit, total, isTotalLeast, hrefOf });
  return {
    ...pages,
    pageSizeOptions: [...PAGE_SIZES],
    showSizeChanger: total > PAGE_SIZES[0] && { showSearch: false, 'aria-label': t('resource.pageSize') },
    position: ['bottomRight' as const],
    size: 'default' as const,
  };
}

export function ListPages({ control, total }: { control: ListControl; total: number }) {
  const { position: _, ...pages } = tablePagination(control, total, false);
  return (
    <Pagination
      {...pages}
      align="end"
      onChange={(currentPage, pageSize) => control.change({ currentPage, pageSize })}
    />
  );
}

/** Goes to the last page if the current one is past the end. Returns true while it does so. */
export function useLastPage(control: ListControl, rows: readonly unknown[] | undefined, total: number): boolean {
  const { view, hrefOf } = control;
  const navigate = useNavigate();
  const last = Math.max(1, Math.ceil(total / view.pageSize));
  const isBeyond = rows?.length === 0 && total > 0 && view.currentPage > last;
  const href = hrefOf({ currentPage: last });
  useEffect(() => {
    if (isBeyond) void navigate(href, { replace: true, preventScrollReset: true });
  }, [isBeyond, href, navigate]);
  return isBeyond;
}
