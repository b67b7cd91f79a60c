import { useUpdate, type HttpError } from '@refinedev/core';
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Content } from '../../knowledge/content-kinds.ts';
import { FieldCell } from '../../resource/field-cell.tsx';
import { failureNotice } from '../../resource/notices.ts';
import { useMay } from '../../resource/use-may.ts';
import type { Row } from '../../resource/use-rows.ts';
import { contents as declaration } from '../../../../resources/contents.ts';
import type { Resource } from '../../../../resources/kit/resource.ts';

/** Turns a content on or off at once; when the server refuses, it turns back and says why. */
export function EnabledSwitch({ content }: { content: Content }) {
  const { t } = useTranslation();
  const mayEdit = useMay('contents', 'edit');
  const { mutate } = useUpdate<Row, HttpError>();
  if (!mayEdit) {
    return <FieldCell resource={declaration as unknown as Resource} name="enabled" value={content.enabled} />;
  }
  const turn = (enabled: boolean) =>
    mutate({
      resource: 'contents',
      id: content.id,
      values: { enabled },
      mutationMode: 'optimistic',
      successNotification: false,
      errorNotification: failureNotice(t),
    });
  return (
    <Switch
      size="small"
      checked={content.enabled}
      onChange={turn}
      aria-label={t('contents.enableName', { name: content.title })}
    />
  );
}
