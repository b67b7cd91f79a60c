import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { contents } from '../../../../../resources/contents.ts';
import type { Content } from '../../../components/content-kinds.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { FieldCell } from '../../../resource/field-cell.tsx';

/** A switch that enables or disables a content. Users who may not edit see yes or no instead. */
export function EnabledSwitch({ content, onChange }: { content: Content; onChange: (enabled: boolean) => void }) {
  const { t } = useTranslation();
  const canEdit = useAllowed('contents', 'edit');
  if (!canEdit) {
    return <FieldCell resource={contents} name="enabled" value={content.enabled} />;
  }
  const label = t('contents.enableName', { name: content.title });
  return <Switch size="small" checked={content.enabled} onChange={(checked) => onChange(checked)} aria-label={label} />;
}
