import type { ReactNode } from 'react';

/** A chart with its name and, above it, the sentence that says what it shows. */
export function ChartCard(props: { title: string; sentence: ReactNode; wide?: boolean; children?: ReactNode }) {
  return (
    <section className={props.wide ? 'chart-card chart-wide' : 'chart-card'}>
      <h2>{props.title}</h2>
      <p className="chart-sentence">{props.sentence}</p>
      {props.children}
    </section>
  );
}
