import type { ReactNode } from 'react';

/** One part of the page: what it is about at the left, what can be done at the right. */
export function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="preference" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {text && <p>{text}</p>}
      </header>
      <div className="preference-body">{children}</div>
    </section>
  );
}
