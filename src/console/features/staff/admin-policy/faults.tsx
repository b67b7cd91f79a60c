import { Alert } from 'antd';
import type { ReactNode } from 'react';

/** What is wrong with a policy, line by line. */
export function Faults({ title, items }: { title: string; items: readonly ReactNode[] }) {
  const list = (
    <ul>
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
  return <Alert type="error" message={<strong>{title}</strong>} description={items.length > 0 && list} />;
}
