import { Descriptions, type DescriptionsProps } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../providers/i18n.ts';

interface FactsProps extends Omit<DescriptionsProps, 'items'> {
  /** By name. Those that are undefined, null or false are left out. */
  facts: Readonly<Record<string, ReactNode>>;
  /** The locale key below which their labels are. */
  texts: string;
}

/** Facts with their labels, one below the other unless `column` says otherwise. */
export function Facts({ facts, texts, ...list }: FactsProps) {
  return (
    <Descriptions
      layout="vertical"
      size="small"
      colon={false}
      column={1}
      {...list}
      items={Object.entries(facts).flatMap(([key, children]) =>
        children === undefined || children === null || children === false
          ? []
          : [{ key, label: t(`${texts}.${key}`), children }],
      )}
    />
  );
}

/** What the page told about the visitor, one line each. */
export const VisitData = ({ data }: { data: Readonly<Record<string, unknown>> }) => (
  <ul className="plain">
    {Object.entries(data).map(([key, value]) => (
      <li key={key}>
        {key}: {String(value)}
      </li>
    ))}
  </ul>
);
