import { useInvalidate, useNotification } from '@refinedev/core';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Content } from '../../../components/content-kinds.ts';
import { DropZone } from '../../../components/drop-zone.tsx';
import { fileFault } from '../../../components/file-check.ts';
import { Icon } from '../../../components/icon.tsx';
import { sentenceOf } from '../../../components/notices.ts';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { upload } from '../../../http/client.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { filledPhrasings, isSameList, PhrasingsField } from '../phrasings-field.tsx';
import { SwitchLine } from './switch-line.tsx';
import { useSaveContent } from './use-save-content.ts';

/** A file: whether it is in use, and a newer one in its place. */
export function FileEdit({ content, done }: { content: Content; done: () => void }) {
  const { t } = useTranslation();
  const canEdit = useAllowed('contents', 'edit');
  const [enabled, setEnabled] = useState(content.enabled);
  const { save, isBusy } = useSaveContent(content.id);
  const { replace, sending, fault } = useReplace(content.id);
  const [known] = useState<readonly string[]>(content.phrasings ?? []);
  const [phrasings, setPhrasings] = useState<readonly string[]>(known);
  const isReworded = !isSameList(filledPhrasings(phrasings), known);
  const isSaved = enabled === content.enabled && !isReworded;
  const onSave = () =>
    save({ enabled, ...(isReworded ? { phrasings: filledPhrasings(phrasings), knownPhrasings: known } : {}) }).then(
      done,
      () => undefined,
    );
  return (
    <div>
      <div className="content-card">
        <Icon name="file" size={18} />
        <span className="cell-line" title={content.fileName ?? content.title}>
          {content.fileName ?? content.title}
        </span>
      </div>
      {canEdit &&
        (sending ? (
          <div className="content-sending">
            <span className="cell-line">{sending.name}</span>
            <ProgressBar
              label={t('content-upload.file.progress', { file: sending.name })}
              percent={sending.percent < 100 ? sending.percent : undefined}
            />
          </div>
        ) : (
          <DropZone
            isSmall
            label={t('contents.editPage.replace')}
            labelOver={t('content-upload.file.dropNow')}
            hint={t('contents.editPage.replaceHint')}
            onFiles={([file]) => file && void replace(file)}
          />
        ))}
      {fault && (
        <p className="content-fault" role="alert">
          {fault}
        </p>
      )}
      <SwitchLine name="enabled" checked={enabled} disabled={!canEdit} onChange={setEnabled} />
      <PhrasingsField value={phrasings} disabled={!canEdit} onChange={setPhrasings} />
      {canEdit && (
        <Button
          type="primary"
          onClick={() => void onSave()}
          loading={isBusy}
          disabled={isSaved || sending !== undefined}
        >
          {t('contents.editPage.save')}
        </Button>
      )}
      <UnsavedGuard
        when={(!isSaved && !isBusy) || sending !== undefined}
        text={sending ? t('content-upload.file.leave') : undefined}
      />
    </div>
  );
}

function useReplace(id: string) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const invalidate = useInvalidate();
  const [sending, setSending] = useState<{ name: string; percent: number }>();
  const [fault, setFault] = useState<string>();
  const replace = async (file: File) => {
    const own = fileFault(file);
    setFault(own && t(`errors.${own}`, { file: file.name }));
    if (own) return;
    const tell = (share: number) => setSending({ name: file.name, percent: Math.round(share * 100) });
    tell(0);
    const body = new FormData();
    body.append('file', file);
    try {
      await upload(`/contents/file/${id}`, body, tell, { method: 'PUT' });
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
