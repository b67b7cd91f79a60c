import { useInvalidate, useNotification } from '@refinedev/core';
import { Alert, Card } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Content } from '../../../components/content-kinds.ts';
import { DropZone } from '../../../components/drop-zone.tsx';
import { fileFault } from '../../../components/file-check.ts';
import { sentenceOf } from '../../../components/notices.ts';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { upload } from '../../../http/client.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { PhrasingsField } from '../phrasings-field.tsx';
import { EditForm, SourceCard, SwitchField } from './edit-form.tsx';

export function FileEdit({ content, done }: { content: Content; done: () => void }) {
  const { t } = useTranslation();
  const canEdit = useAllowed('contents', 'edit');
  const { replace, sending, fault } = useReplace(content.id);
  return (
    <EditForm content={content} done={done} leaveText={sending && t('content-upload.file.leave')}>
      <SourceCard content={content} source={content.fileName ?? content.title} />
      {sending && (
        <Card size="small" className="part-heading">
          <span className="cell-line">{sending.name}</span>
          <ProgressBar
            label={t('content-upload.file.progress', { file: sending.name })}
            percent={sending.percent < 100 ? sending.percent : undefined}
          />
        </Card>
      )}
      {canEdit && !sending && (
        <DropZone
          isSmall
          label={t('contents.editPage.replace')}
          labelOver={t('content-upload.file.dropNow')}
          hint={t('contents.editPage.replaceHint')}
          onFiles={([file]) => file && void replace(file)}
        />
      )}
      {fault && <Alert type="error" showIcon message={fault} />}
      <div className="content-fields">
        <SwitchField name="enabled" />
        <PhrasingsField />
      </div>
    </EditForm>
  );
}

/** Returns `replace`, which uploads a file in place of the current one, with its progress and its error. */
function useReplace(id: string) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const invalidate = useInvalidate();
  const [sending, setSending] = useState<{ name: string; percent: number }>();
  const [fault, setFault] = useState<string>();
  const replace = async (file: File) => {
    const rejection = fileFault(file);
    setFault(rejection && t(`errors.${rejection}`, { file: file.name }));
    if (rejection) return;
    const showProgress = (share: number) => setSending({ name: file.name, percent: Math.round(share * 100) });
    showProgress(0);
    const body = new FormData();
    body.append('file', file);
    try {
      await upload(`/contents/file/${id}`, body, showProgress, { method: 'PUT' });
      open?.({ type: 'success', message: t('contents.editPage.replaced', { file: file.name }) });
    } catch (failure) {
      setFault(sentenceOf(t, failure));
    } finally {
      setSending(undefined);
      void invalidate({ resource: 'contents', invalidates: ['list', 'detail'], id });
    }
  };
  return { replace, sending, fault };
}
