import type { ReactNode } from 'react';

/** One part of the page: what it is about at the left, what can be set at the right. */
export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="general-section" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <p>{text}</p>
      </header>
      <div className="general-body">{children}</div>
    </section>
  );
}
