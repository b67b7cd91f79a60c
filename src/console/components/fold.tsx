import { Collapse, type CollapseProps } from 'antd';
import type { ReactNode } from 'react';

type FoldProps = Omit<CollapseProps, 'items' | 'activeKey' | 'defaultActiveKey'> & {
  label: ReactNode;
  /** Open at first. */
  isOpen?: boolean;
  styles?: NonNullable<CollapseProps['items']>[number]['styles'];
  children: ReactNode;
};

/** antd's Collapse with one part. Its content is mounted when it is opened. */
export const Fold = ({ label, isOpen, styles, children, ...collapse }: FoldProps) => (
  <Collapse {...collapse} defaultActiveKey={isOpen ? 'part' : []} items={[{ key: 'part', label, styles, children }]} />
);
