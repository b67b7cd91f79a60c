import { type HttpError, useLogList, useUpdate } from '@refinedev/core';
import { Button, Card, Timeline } from 'antd';
import type { Resource } from '../../../resources/kit/resource.ts';
import { type AuditEntry, callOf } from '../../shared/audit.ts';
import { isSame } from '../../shared/changes.ts';
import { MomentText } from '../components/moment-text.tsx';
import { successNotice } from '../components/notices.ts';
import { Skeleton } from '../components/skeleton.tsx';
import { LoadError } from '../components/states.tsx';
import { t } from '../providers/i18n.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { FieldCell } from './field-cell.tsx';
import { textsOf } from './texts.ts';

type RowValues = Readonly<Record<string, unknown>>;
type RowChange = Pick<AuditEntry, 'id' | 'at' | 'action' | 'userName' | 'actorName'> & {
  detail: { before?: RowValues; after?: RowValues; parts?: string[] };
};

const STEP = 50;

/** Who has changed a row, when and how. Values that have been replaced can be written again, as by the form. */
export function RowHistory({ resource, row }: { resource: Resource; row: RowValues & { id: string } }) {
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
