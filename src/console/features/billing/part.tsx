import { Card, Flex } from 'antd';
import type { ReactNode } from 'react';

/** A card of the billing screens, with its heading and, beside that, what can be changed. */
export function Part(props: {
  title: string;
  /** In place of the title as a heading. */
  heading?: ReactNode;
  extra?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Card role="region" aria-label={props.title} className={props.className}>
      <Flex justify="space-between" align="center" gap="small">
        <h2>{props.heading ?? props.title}</h2>
        {props.extra}
      </Flex>
      {props.children}
    </Card>
  );
}
