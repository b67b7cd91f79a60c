import { Col, Divider, Flex, Row, Typography } from 'antd';
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
