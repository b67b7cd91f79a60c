import { useNotification } from '@refinedev/core';
import { Alert, Card } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Content } from '../../../components/content-kinds.ts';
import { DownloadButton } from '../../../components/download-button.tsx';
import { DropZone } from '../../../components/drop-zone.tsx';
import { PhrasingsField } from '../../../components/phrasings-field.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useUploadQueue } from '../upload-queue.ts';
import { EditForm, SourceCard, SwitchField } from './edit-form.tsx';

export function FileEdit({ content, done }: { content: Content; done: () => void }) {
  const { t } = useTranslation();
  const canEdit = useAllowed('contents', 'edit');
  const { open } = useNotification();
  const { queue, add } = useUploadQueue({
    replaces: content.id,
    onSent: ({ name }) => open?.({ type: 'success', message: t('contents.editPage.replaced', { file: name }) }),
  });
  const last = queue.at(-1);
  const sending = last?.state === 'waiting' || last?.state === 'sending' ? last : undefined;
  return (
    <EditForm content={content} done={done} leaveText={sending && t('content-upload.file.leave')}>
      <SourceCard content={content} source={content.fileName ?? content.title} />
      {content.hasOriginal && (
        <p>
          <DownloadButton
            path={`/contents/${content.id}/original`}
            name={content.fileName ?? content.title}
            label={t('contents.editPage.original')}
          />
        </p>
      )}
      {sending && (
        <Card size="small" className="part-heading">
          <span className="cell-line">{sending.file.name}</span>
          <ProgressBar
            label={t('content-upload.file.progress', { file: sending.file.name })}
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
          onFiles={add}
        />
      )}
      {last?.message && <Alert type="error" showIcon message={last.message} />}
      <div className="content-fields">
        <SwitchField name="enabled" />
        <PhrasingsField />
      </div>
    </EditForm>
  );
}
