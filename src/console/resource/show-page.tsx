import { type HttpError, useShow } from '@refinedev/core';
import { Button, Card, Descriptions } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Resource } from '../../../resources/kit/resource.ts';
import { ButtonLink } from '../components/button-link.tsx';
import { Icon } from '../components/icon.tsx';
import { PageFrame } from '../components/page-frame.tsx';
import { SkeletonLine } from '../components/skeleton.tsx';
import { LoadError } from '../components/states.tsx';
import { useAllowed } from '../providers/use-allowed.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { FieldCell } from './field-cell.tsx';
import type { Row } from './use-list-table.ts';
import { fieldOf } from './view.ts';
import { useResourceTexts } from './words.ts';
import './resource.css';

/** The page at `<path>/:id`: all fields of one row of any resource. */
export function ShowPage({ resource }: { resource: Resource }) {
  const { id = '' } = useParams();
  const words = useResourceTexts(resource);
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const canEdit = useAllowed(resource.name, 'edit') && resource.actions.includes('edit');
  const canDelete = useAllowed(resource.name, 'delete') && resource.actions.includes('delete');
  const { query } = useShow<Row, HttpError>({ resource: resource.name, id });
  const record = query.data?.data;
  const name = String(record?.[resource.title] ?? '');
  const back = { to: resource.path, label: words.title };
  if (query.isError && !record) {
    return (
      <PageFrame title={words.title} back={back}>
        <LoadError error={query.error} again={() => void query.refetch()} busy={query.isFetching} back={back.to} />
      </PageFrame>
    );
  }
  const actions = (
    <>
      {canDelete && (
        <Button danger onClick={() => setLeaving(true)}>
          {words.t('delete.action')}
        </Button>
      )}
      {canEdit && (
        <ButtonLink to={`${resource.path}/edit/${id}`} type="primary" icon={<Icon name="edit" />}>
          {words.t('edit')}
        </ButtonLink>
      )}
    </>
  );
  return (
    <PageFrame title={record ? name : <SkeletonLine />} back={back} action={record && actions}>
      <Card>
        <Descriptions
          className="facts"
          layout="vertical"
          colon={false}
          column={{ xs: 1, md: 2, xl: 3 }}
          items={Object.keys(resource.fields).map((field) => ({
            key: field,
            label: words.field(field),
            span: fieldOf(resource, field).kind === 'longText' ? 'filled' : 1,
            children: record ? <FieldCell resource={resource} name={field} value={record[field]} /> : <SkeletonLine />,
          }))}
        />
      </Card>
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
