import { Alert } from 'antd';
import type { ReactNode } from 'react';

/** A list of errors below a title. */
export function Faults({ title, items }: { title: string; items: readonly ReactNode[] }) {
  const list = (
    <ul className="policy-faults">
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
  return <Alert type="error" message={<strong>{title}</strong>} description={items.length > 0 && list} />;
}
