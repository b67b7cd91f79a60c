import { type HttpError, useUpdate } from '@refinedev/core';
import { Switch } from 'antd';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { contents } from '../../../../../resources/contents.ts';
import { CONTENTS_POLL_MS } from '../../../../shared/constants.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { type Content, isRead, isUnderWay } from '../../../components/content-kinds.ts';
import { DownloadButton } from '../../../components/downloads.tsx';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Line, Nothing } from '../../../resource/cell-line.tsx';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { FilterCheckbox } from '../../../resource/filter-checkbox.tsx';
import { ListPage } from '../../../resource/list-page.tsx';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { textsOf } from '../../../resource/texts.ts';
import type { ListControl, Row } from '../../../resource/use-list-table.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { ContentRemoval } from '../content-removal.tsx';
import { useSync } from '../use-sync.ts';
import { ContentStatus, ContentTitle } from './content-cells.tsx';

/** Loaded only when rows are selected: its dialogs need input components that the list does not need. */
const BulkActions = lazy(async () => ({ default: (await import('./bulk-actions.tsx')).BulkActions }));

const COLUMNS = ['title', 'context', 'format', 'status', 'updatedAt', 'enabled', 'seo'] as const;
const FAST_POLL_MS = 3_000;

export const pollEvery = (rows: readonly Pick<Content, 'status'>[]) =>
  rows.some(isUnderWay) ? FAST_POLL_MS : CONTENTS_POLL_MS;

export function ContentListPage() {
  const texts = textsOf(contents);
  const canSync = useAllowed('contents', 'sync');
  const canEdit = useAllowed('contents', 'edit');
  const canDelete = useAllowed('contents', 'delete');
  // Called once for the whole list: a Refine hook in every row would slow it down.
  const { mutate } = useUpdate<Row, HttpError>();
  const enable = (id: string, enabled: boolean) =>
    mutate({
      resource: 'contents',
      id,
      values: { enabled },
      mutationMode: 'optimistic',
      successNotification: false,
    });
  const { sync, isBusy } = useSync();
  const bulk = (rows: readonly Content[], clear: () => void) => (
    <Suspense fallback={null}>
      <BulkActions contents={rows} done={clear} />
    </Suspense>
  );
  const actions = (content: Content): RowAction[] => {
    if (!canSync || !isRead(content)) return [];
    const label = t('contents.sync.name', { name: content.title });
    const disabled = isBusy(content.id) || isUnderWay(content);
    return [{ icon: 'refresh', label, hint: t('contents.sync.now'), disabled, onClick: () => sync(content.id) }];
  };
  const create = (
    <ButtonLink to="/knowledge-base/content/upload?tab=link" type="primary" icon={<Icon name="add" />}>
      {texts.create}
    </ButtonLink>
  );
  return (
    <ListPage
      resource={contents}
      columns={COLUMNS}
      create={create}
      hrefOf={({ id }) => `${contents.path}/edit/${id}`}
      poll={pollEvery}
      tools={() => <ExportBase />}
      toolbar={(control) => <ParentsSwitch control={control} />}
      actions={actions}
      removal={(row, close) => <ContentRemoval content={row} onClose={close} />}
      bulk={canEdit || canDelete ? bulk : undefined}
      cells={{
        title: (row) => <ContentTitle content={row} />,
        context: (row) => <ContextName id={String(row.contextId)} />,
        format: ({ type, format }) =>
          type === 'SITEMAP' ? texts.option('type', type) : texts.option('format', String(format)),
        status: (row) => <ContentStatus content={row} />,
        enabled: (row) => <EnabledSwitch content={row} onChange={(enabled) => enable(row.id, enabled)} />,
        seo: (row) => <SeoLink content={row} />,
      }}
    />
  );
}

/** A check box that includes inherited contents in the list. Shown only for a context with a parent. */
function ParentsSwitch({ control }: { control: ListControl }) {
  const { contexts } = useCurrentContext();
  const shown = contexts.find(({ id }) => id === control.contextId);
  if (!shown?.parentId) return null;
  return (
    <FilterCheckbox control={control} name="parents">
      {t('contents.parents')}
    </FilterCheckbox>
  );
}

function SeoLink({ content: { id, type, title } }: { content: Content }) {
  const canShow = useAllowed('seo-evaluations', 'show');
  if (type !== 'LINK' || !canShow) return <Nothing />;
  return (
    <Link to={`/seo-evaluation/${id}`} aria-label={t('contents.seo.name', { name: title })}>
      {t('contents.seo.see')}
    </Link>
  );
}

function ContextName({ id }: { id: string }) {
  const { contexts, current } = useCurrentContext();
  const name = contexts.find((context) => context.id === id)?.name ?? '';
  if (!current || current.id === id) return <span className="cell-line">{name}</span>;
  return (
    <span className="cell-lines">
      <Line value={name} />
      <span className="cell-line cell-small">{t('contents.inherited')}</span>
    </span>
  );
}

/** A switch that enables or disables a content. Users who may not edit see yes or no instead. */
function EnabledSwitch({ content, onChange }: { content: Content; onChange: (enabled: boolean) => void }) {
  const canEdit = useAllowed('contents', 'edit');
  if (!canEdit) return <FieldCell resource={contents} name="enabled" value={content.enabled} />;
  const label = t('contents.enableName', { name: content.title });
  return <Switch size="small" checked={content.enabled} onChange={onChange} aria-label={label} />;
}

/** A button that downloads the base of the current context; nothing for users who may not export it. */
function ExportBase() {
  const { current } = useCurrentContext();
  const canExport = useAllowed('contexts', 'export');
  if (!current || !canExport) return null;
  return (
    <DownloadButton
      path={`/contexts/${current.id}/export`}
      name={t('contents.exportBase.fileName', { context: current.name })}
      label={t('contents.exportBase.action')}
    />
  );
}
