import { Col, Divider, Row, Typography } from 'antd';
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
