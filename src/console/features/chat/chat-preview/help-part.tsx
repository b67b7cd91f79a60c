import { Flex } from 'antd';
import type { ReactNode } from 'react';

/** A part of the column: a heading, then small text and controls below each other. */
export const HelpPart = (props: { title: string; isLive?: boolean; children: ReactNode }) => (
  <Flex
    vertical
    component="section"
    align="flex-start"
    gap="small"
    className="help-part small-text"
    aria-live={props.isLive ? 'polite' : undefined}
  >
    <h2>{props.title}</h2>
    {props.children}
  </Flex>
);
