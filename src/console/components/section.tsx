import { Flex, Typography } from 'antd';
import type { ReactNode } from 'react';

/** A part of a page: its heading, beside it what can be done, and below them its content. */
export const Section = (props: { title: string; level?: 2 | 3; extra?: ReactNode; children: ReactNode }) => (
  <section aria-label={props.title}>
    <Flex wrap justify="space-between" align="center" gap="small" className="part-heading">
      <Typography.Title level={props.level ?? 2}>{props.title}</Typography.Title>
      {props.extra}
    </Flex>
    {props.children}
  </section>
);
