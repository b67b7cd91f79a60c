import { Card } from 'antd';
import type { ReactNode } from 'react';

export function ChartCard(props: { title: string; sentence: ReactNode; wide?: boolean; children?: ReactNode }) {
  return (
    <Card className={props.wide ? 'chart-wide' : undefined}>
      <h2>{props.title}</h2>
      <p className="cell-quiet chart-sentence">{props.sentence}</p>
      {props.children}
    </Card>
  );
}
