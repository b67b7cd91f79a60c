import { type HttpError, useLogList, useShow, useUpdate } from '@refinedev/core';
import { Button, Card, Descriptions, Flex, Timeline } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { fulfils } from '../../../resources/kit/field.ts';
import type { RecordOf, Resource } from '../../../resources/kit/resource.ts';
import { type AuditEntry, callOf } from '../../shared/audit.ts';
import { isSame } from '../../shared/changes.ts';
import { ButtonLink } from '../components/button-link.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { MomentText } from '../components/moment-text.tsx';
import { successNotice } from '../components/notices.ts';
import { PageFrame } from '../components/page-frame.tsx';
import { Skeleton, SkeletonLine } from '../components/skeleton.tsx';
import { LoadError } from '../components/states.tsx';
import { t } from '../providers/i18n.ts';
import { liveModeOf } from '../providers/live.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { fieldOf } from '../providers/view.ts';
import { useVisible } from '../providers/visible.ts';
import type { Results } from './action-result.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { drawnKindOf } from './drawn-kinds.ts';
import { FieldCell } from './field-cell.tsx';
import { RelatedLists } from './related-rows.tsx';
import { dangerLast, type RowAction } from './row-menu.tsx';
import { textsOf } from './texts.ts';
import { useRowCalls } from './use-row-calls.tsx';
import './resource.css';

export interface ShowPageProps<D extends Resource> {
  resource: D;
  /** The name of the row; the declaration's title field by default. */
  nameOf?: (row: RecordOf<D>) => string;
  /** Custom values, by field. */
  cells?: Partial<Record<string, (row: RecordOf<D>) => ReactNode>>;
  /** Actions on the row, after the declared ones and before edit and delete; the list's row menu has the same ones. */
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
  const action = (icon: IconName, hint: string, more: Partial<RowAction>) => ({ icon, hint, label: hint, ...more });
  const actionsOf = (row: RecordOf<D>): RowAction[] => [
    ...(calls.of?.(row) ?? []),
    ...calls.opening(props.actions?.(row)),
    ...(canEdit ? [action('edit', texts.t('edit'), { to: `${resource.path}/edit/${id}`, primary: true })] : []),
    ...(canDelete
      ? [action('trash', texts.t('delete.action'), { danger: true, onClick: () => setLeaving(true) })]
      : []),
  ];
  const actions = record && dangerLast(actionsOf(record)).map((one) => <ActionButton key={one.hint} action={one} />);
  return (
    <PageFrame title={record ? name : <SkeletonLine />} back={back} action={actions}>
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

type RowValues = Readonly<Record<string, unknown>>;
type RowChange = Pick<AuditEntry, 'id' | 'at' | 'action' | 'userName' | 'actorName'> & {
  detail: { before?: RowValues; after?: RowValues; parts?: string[] };
};

const STEP = 50;

/** Who has changed a row, when and how. Values that have been replaced can be written again, as by the form. */
function RowHistory({ resource, row }: { resource: Resource; row: RowValues & { id: string } }) {
  const texts = textsOf(resource);
  const query = useLogList<{ data: RowChange[]; total: number }, HttpError>({
    resource: resource.name,
    meta: { id: row.id, limit: STEP },
  });
  const { mutate, mutation } = useUpdate();
  const canEdit = useAllowed(resource.name, 'edit') && resource.actions.includes('edit');
  const restore = (name: string, value: unknown) =>
    mutate(
      {
        resource: resource.name,
        id: row.id,
        values: { [name]: value, version: row.version },
        successNotification: successNotice(t('resource.history.restored', { field: texts.field(name) })),
      },
      { onSuccess: () => void query.refetch() },
    );
  const isWritable = (name: string) => canEdit && resource.fields[name]?.readOnly === false;
  const lines = ({ detail: { before = {}, after = {} } }: RowChange) =>
    Object.keys(after)
      .filter((name) => name in resource.fields)
      .map((name) => (
        <div key={name}>
          {texts.field(name)}: <FieldCell resource={resource} name={name} value={before[name]} />
          {' → '}
          <FieldCell resource={resource} name={name} value={after[name]} />
          {name in before && isWritable(name) && !isSame(before[name], row[name]) && (
            <Button
              type="link"
              size="small"
              disabled={mutation.isPending}
              aria-label={t('resource.history.restoreOf', { field: texts.field(name) })}
              onClick={() => restore(name, before[name])}
            >
              {t('resource.history.restore')}
            </Button>
          )}
        </div>
      ));
  const long = ({ detail: { parts = [] } }: RowChange) => parts.filter((name) => name in resource.fields);
  const items = query.data?.data.map((change) => ({
    key: change.id,
    children: (
      <>
        <div>
          {t([`resource.history.did.${callOf(change.action).action}`, 'resource.history.did.other'], {
            name: change.actorName ?? change.userName ?? t('resource.history.nobody'),
          })}{' '}
          <span className="cell-quiet">
            <MomentText iso={change.at} />
          </span>
        </div>
        {lines(change)}
        {long(change).length > 0 && (
          <div>{t('resource.history.parts', { fields: long(change).map(texts.field).join(', ') })}</div>
        )}
      </>
    ),
  }));
  return (
    <Card title={t('resource.history.title')}>
      {!items && query.isError && <LoadError query={query} />}
      {!items && !query.isError && <Skeleton rows={3} />}
      {items && (items.length > 0 ? <Timeline items={items} /> : t('resource.history.empty'))}
      {(query.data?.total ?? 0) > STEP && t('resource.history.most', { count: STEP })}
    </Card>
  );
}
