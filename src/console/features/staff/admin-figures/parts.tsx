import { type BaseRecord, type HttpError, useCustom } from '@refinedev/core';
import { Card, Flex, Statistic, Table, Typography } from 'antd';
import type { ReactNode } from 'react';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';

interface Figure {
  label: string;
  value: string;
  note?: string;
}

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <div className="tiles platform-figures">
      {figures.map(({ label, value, note }) => (
        <Card size="small" key={label}>
          <Statistic title={label} value={value} />
          {note && <Typography.Text type="secondary">{note}</Typography.Text>}
        </Card>
      ))}
    </div>
  );
}

/** A section that loads data from `path` (below /api) and renders it with `children`, or a loading or error state. */
export function FiguresPart<T extends BaseRecord>(props: {
  title: string;
  path: string;
  children: (data: T) => ReactNode;
}) {
  const { title, path, children } = props;
  const { query } = useCustom<T, HttpError>({ url: path, method: 'get' });
  return (
    <Flex component="section" vertical gap={12} className="page-part" aria-label={title}>
      <Typography.Title level={2}>{title}</Typography.Title>
      <Loaded query={query} waiting={<Skeleton rows={4} />}>
        {({ data }) => children(data)}
      </Loaded>
    </Flex>
  );
}

interface ShortTableProps {
  label: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  empty?: string;
}

/** A small table without pagination: labels on the left, figures on the right. */
export function ShortTable({ label, heads, rows, empty }: ShortTableProps) {
  return (
    <Table
      className="framed"
      size="small"
      pagination={false}
      aria-label={label}
      locale={{ emptyText: empty }}
      rowKey={([name]) => name ?? ''}
      dataSource={rows}
      columns={heads.map((title, index) => ({
        title,
        key: title,
        rowScope: index === 0 ? 'row' : undefined,
        align: index === 0 ? 'left' : 'right',
        className: index === 0 ? undefined : 'figures',
        render: (_, row) => row[index],
      }))}
    />
  );
}
