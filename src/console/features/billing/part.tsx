import { Card, Flex } from 'antd';
import type { ReactNode } from 'react';

/** A card of the billing screens. `extra` stands beside the heading, usually a button. */
export function Part(props: {
  title: string;
  /** Replaces the title in the heading. The title stays the region's accessible name. */
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
