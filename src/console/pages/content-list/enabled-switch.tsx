import { useTranslation } from 'react-i18next';
import { contents as declaration } from '../../../../resources/contents.ts';
import type { Resource } from '../../../../resources/kit/resource.ts';
import type { Content } from '../../knowledge/content-kinds.ts';
import { FieldCell } from '../../resource/field-cell.tsx';
import { Toggle } from '../../resource/toggle.tsx';
import { useMay } from '../../resource/use-may.ts';

/** Turns a content on or off; a yes or no for whoever may not. */
export function EnabledSwitch({ content, turn }: { content: Content; turn: (enabled: boolean) => void }) {
  const { t } = useTranslation();
  const mayEdit = useMay('contents', 'edit');
  if (!mayEdit) {
    return <FieldCell resource={declaration as unknown as Resource} name="enabled" value={content.enabled} />;
  }
  return <Toggle checked={content.enabled} onChange={turn} label={t('contents.enableName', { name: content.title })} />;
}
