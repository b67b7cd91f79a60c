import { type HttpError, useShow } from '@refinedev/core';
import { Button, Card, Descriptions, Flex } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { fulfils } from '../../../resources/kit/field.ts';
import type { RecordOf, Resource } from '../../../resources/kit/resource.ts';
import { ButtonLink } from '../components/button-link.tsx';
import { Icon } from '../components/icon.tsx';
import { PageFrame } from '../components/page-frame.tsx';
import { SkeletonLine } from '../components/skeleton.tsx';
import { LoadError } from '../components/states.tsx';
import { liveModeOf } from '../providers/live.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { fieldOf } from '../providers/view.ts';
import { useVisible } from '../providers/visible.ts';
import type { Results } from './action-result.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { drawnKindOf } from './drawn-kinds.ts';
import { FieldCell } from './field-cell.tsx';
import { RelatedLists } from './related-rows.tsx';
import { RowHistory } from './row-history.tsx';
import type { RowAction } from './row-menu.tsx';
import { textsOf } from './texts.ts';
import { useRowCalls } from './use-row-calls.tsx';
import './resource.css';

export interface ShowPageProps<D extends Resource> {
  resource: D;
  /** The name of the row; the declaration's title field by default. */
  nameOf?: (row: RecordOf<D>) => string;
  /** Custom values, by field. */
  cells?: Partial<Record<string, (row: RecordOf<D>) => ReactNode>>;
  /** Actions on the row, after the declared ones and before delete and edit; the list's row menu has the same ones. */
  actions?: (row: RecordOf<D>) => RowAction[];
  /** Rendered below the fields. */
  below?: (row: RecordOf<D>) => ReactNode;
  results?: Results;
}

/** The page at `<path>/:id`: the fields of one row of any resource. Polls like the list. */
export function ShowPage<D extends Resource>({ cells = {}, ...props }: ShowPageProps<D>) {
  const resource = useVisible(props.resource);
  const { id = '' } = useParams();
  const texts = textsOf(resource);
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const canEdit = useAllowed(resource.name, 'edit') && resource.actions.includes('edit');
  const canDelete = useAllowed(resource.name, 'delete') && resource.actions.includes('delete');
  const canSeeHistory = useAllowed(resource.name, 'history') && resource.history === true;
  const { query } = useShow<RecordOf<D>, HttpError>({
    resource: resource.name,
    id,
    liveMode: liveModeOf(resource),
    queryOptions: { refetchInterval: resource.list.pollMs },
  });
  const record = query.data?.data;
  const valueOf = (field: string) => (record as Record<string, unknown> | undefined)?.[field];
  const nameOf = props.nameOf ?? ((row) => String((row as Record<string, unknown>)[resource.title] ?? ''));
  const name = record ? nameOf(record) : '';
  const calls = useRowCalls(resource, nameOf, props.results);
  const shown = (resource.show ?? Object.keys(resource.fields)).filter(
    (field) => !record || fulfils(fieldOf(resource, field).when, record),
  );
  const back = { to: resource.path, label: texts.title };
  if (query.isError && !record) {
    return (
      <PageFrame title={texts.title} back={back}>
        <LoadError query={query} back={back.to} />
      </PageFrame>
    );
  }
  const actions = (
    <>
      {canDelete && (
        <Button danger onClick={() => setLeaving(true)}>
          {texts.t('delete.action')}
        </Button>
      )}
      {record &&
        [...(calls.of?.(record) ?? []), ...calls.opening(props.actions?.(record))].map((action) => (
          <ActionButton key={action.hint} action={action} />
        ))}
      {canEdit && (
        <ButtonLink to={`${resource.path}/edit/${id}`} type="primary" icon={<Icon name="edit" />}>
          {texts.t('edit')}
        </ButtonLink>
      )}
    </>
  );
  return (
    <PageFrame title={record ? name : <SkeletonLine />} back={back} action={record && actions}>
      <Flex vertical gap={16}>
        <Card>
          <Descriptions
            className="facts"
            layout="vertical"
            colon={false}
            column={{ xs: 1, md: 2, xl: 3 }}
            items={shown.map((field) => ({
              key: field,
              label: texts.field(field),
              span: drawnKindOf(fieldOf(resource, field)).isWide ? 'filled' : 1,
              children: record ? (
                (cells[field]?.(record) ?? (
                  <FieldCell resource={resource} name={field} value={valueOf(field)} isDetail />
                ))
              ) : (
                <SkeletonLine />
              ),
            }))}
          />
        </Card>
        {record && calls.resultOf?.(record)}
        {record && props.below?.(record)}
        {record && <RelatedLists resource={resource} row={record} />}
        {record && canSeeHistory && <RowHistory resource={resource} row={record} />}
      </Flex>
      {calls.dialog}
      <DeleteDialog
        resource={resource}
        row={isLeaving ? record : undefined}
        nameOf={() => name}
        onClose={() => setLeaving(false)}
        onDone={() => void navigate(resource.path, { replace: true })}
      />
    </PageFrame>
  );
}

function ActionButton({ action: { icon, hint, to, onClick, disabled, danger, primary } }: { action: RowAction }) {
  const type = primary ? ('primary' as const) : undefined;
  const look = { type, icon: <Icon name={icon} />, disabled, danger, children: hint };
  return to === undefined ? <Button {...look} onClick={onClick} /> : <ButtonLink {...look} to={to} />;
}
