import { Col, Divider, Flex, Row, Switch, type SwitchProps, Typography } from 'antd';
import type { ReactNode } from 'react';

/** A section of a settings page: title and text on the left, fields on the right or, on small screens, below. */
export function PageSection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Row gutter={[{ xs: 16, lg: 64 }, 16]}>
        <Col xs={24} lg={9} xl={7}>
          <Typography.Title level={2} className="section-title">
            {title}
          </Typography.Title>
          {text && <Typography.Text type="secondary">{text}</Typography.Text>}
        </Col>
        <Col xs={24} lg={15} xl={12}>
          {children}
        </Col>
      </Row>
      <Divider />
    </section>
  );
}

/** A part of a section: what it is about, and beside it what can be done. */
export const SectionLine = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <Flex wrap align="center" gap="8px 24px">
    <div style={{ flex: '1 1 280px' }}>
      <h3>{title}</h3>
      <Typography.Text type="secondary">{text}</Typography.Text>
    </div>
    {children}
  </Flex>
);

/** A part of a page: its heading, beside it what can be done, and below them its content. */
export const Section = (props: { title: string; extra?: ReactNode; children: ReactNode }) => (
  <section aria-label={props.title}>
    <Flex wrap justify="space-between" align="center" gap="small" className="part-heading">
      <Typography.Title level={3}>{props.title}</Typography.Title>
      {props.extra}
    </Flex>
    {props.children}
  </section>
);

/** A switch with what it turns on beside it and, below that, a hint. */
export const SwitchLine = ({ label, hint, ...input }: SwitchProps & { label: string; hint?: string }) => (
  <Flex component="label" align="center" gap={12}>
    <Switch {...input} />
    <span>
      {label}
      {hint && <span className="small-text switch-hint">{hint}</span>}
    </span>
  </Flex>
);
