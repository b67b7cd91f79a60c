import type { BaseRecord } from '@refinedev/core';
import { Card, Flex, Statistic, Table, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonBlock, SkeletonGrid } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useGet } from '../../../components/use-get.ts';

type Figure = readonly [name: string, value: string, note?: string];

/** Cards with one figure each. Their labels are the texts of `group`. */
export function Figures({ group, figures }: { group: 'usage' | 'billing'; figures: readonly Figure[] }) {
  const { t } = useTranslation();
  return (
    <div className="tiles platform-figures">
      {figures.map(([name, value, note]) => (
        <Card size="small" key={name}>
          <Statistic title={t(`admin-figures.${group}.${name}`)} value={value} />
          {note && <Typography.Text type="secondary">{note}</Typography.Text>}
        </Card>
      ))}
    </div>
  );
}

function FiguresSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Flex component="section" vertical gap={12} className="page-part" aria-label={title}>
      <Typography.Title level={2}>{title}</Typography.Title>
      {children}
    </Flex>
  );
}

/** As high as the figures of a year, so that these do not move the next section. */
const Waiting = () => (
  <>
    <SkeletonGrid className="tiles platform-figures" heights={[94, 94, 94, 94]} />
    <SkeletonBlock height={480} />
  </>
);

/** A section that loads data from `path` (below /api) and renders it with `children`, or a loading or error state. */
export function FiguresPart<T extends BaseRecord>(props: {
  title: string;
  path: string;
  children: (data: T) => ReactNode;
}) {
  return (
    <FiguresSection title={props.title}>
      <Loaded query={useGet<T>(props.path)} waiting={<Waiting />}>
        {({ data }) => props.children(data)}
      </Loaded>
    </FiguresSection>
  );
}

interface ShortTableProps {
  label: string;
  /** The names of the columns. */
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  empty?: string;
}

/** A small table without pagination: labels on the left, figures on the right. */
export function ShortTable({ label, heads, rows, empty }: ShortTableProps) {
  const { t } = useTranslation();
  return (
    <Table
      className="framed"
      size="small"
      pagination={false}
      aria-label={label}
      locale={{ emptyText: empty }}
      rowKey={([name]) => name ?? ''}
      dataSource={rows}
      columns={heads.map((name, index) => ({
        title: t(`admin-figures.heads.${name}`),
        key: name,
        rowScope: index === 0 ? 'row' : undefined,
        align: index === 0 ? 'left' : 'right',
        className: index === 0 ? undefined : 'figures',
        render: (_, row) => row[index],
      }))}
    />
  );
}
