import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../components/icon.tsx';
import './resource.css';

/** The actions on the selected rows, at the bottom of the screen. Render it only while rows are selected. */
export function BulkBar({ count, clear, children }: { count: number; clear: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="bulk-bar floating" role="toolbar" aria-label={t('resource.chosen', { count })}>
      <strong className="figures" aria-live="polite">
        {t('resource.chosen', { count })}
      </strong>
      <span className="bulk-actions">{children}</span>
      <Button type="text" icon={<Icon name="close" />} onClick={clear} aria-label={t('resource.unpick')} />
    </div>
  );
}
