import { Collapse, Typography } from 'antd';
import type { ReactNode } from 'react';

const FLUSH = { header: { paddingInline: 0 }, body: { paddingInline: 0 } };

interface SectionProps {
  title: string;
  /** A line below the title that is visible while the section is folded. */
  summary?: string;
  children: ReactNode;
}

/** A section of the page that is folded at first. Its content is mounted when it is opened. */
export function FoldedSection({ title, summary, children }: SectionProps) {
  const label = (
    <>
      <Typography.Title level={2}>{title}</Typography.Title>
      {summary !== undefined && <span className="cell-quiet">{summary}</span>}
    </>
  );
  return <Collapse ghost className="content-section" items={[{ key: 'section', label, styles: FLUSH, children }]} />;
}
