import { Space, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PolicyRow } from './use-policy.ts';

export function RowText({ row }: { row: PolicyRow }) {
  const { t } = useTranslation();
  return (
    <Space size="small" align="baseline" wrap>
      <Typography.Text type="secondary" className="figures">
        {t('admin-policy.line', { line: row.line })}
      </Typography.Text>
      <code>{row.text}</code>
    </Space>
  );
}
