import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { KnownFile } from '../../../../shared/known-file.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { DropZone } from '../../../components/drop-zone.tsx';
import { formatSize } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { RowAction } from '../../../resource/row-actions.tsx';
import { type QueuedFile, useUploadQueue } from './upload-queue.ts';

/** Sends files, dropped or chosen, and tells of each how it went. */
export function FileTab({ contextId }: { contextId: string }) {
  const { t } = useTranslation();
  const { queue, add, retry, replace, remove } = useUploadQueue(contextId);
  const sent = queue.filter(({ state }) => state === 'sent').length;
  const failed = queue.filter(({ state }) => state === 'failed').map(({ key }) => key);
  const isUnderWay = queue.some(({ state }) => state === 'waiting' || state === 'sending');
  return (
    <>
      <DropZone
        label={t('content-upload.file.drop')}
        labelOver={t('content-upload.file.dropNow')}
        hint={t('content-upload.file.hint')}
        isMultiple
        isSmall={queue.length > 0}
        onFiles={add}
      />
      {queue.length > 0 && (
        <>
          <ul className="files" aria-label={t('content-upload.file.list')}>
            {queue.map((one) => (
              <FileLine
                key={one.key}
                one={one}
                retry={() => retry([one.key])}
                replace={(id) => replace(one.key, id)}
                remove={() => remove(one.key)}
              />
            ))}
          </ul>
          <div className="files-foot">
            <span className="figures" role="status">
              {t('content-upload.file.sum', { done: sent, total: queue.length })}
            </span>
            {failed.length > 1 && (
              <Button icon={<Icon name="refresh" />} onClick={() => retry(failed)}>
                {t('content-upload.file.retryAll', { count: failed.length })}
              </Button>
            )}
            <ButtonLink to="/knowledge-base/content" type="primary" disabled={isUnderWay || sent === 0}>
              {t('content-upload.file.continue')}
            </ButtonLink>
          </div>
        </>
      )}
      <UnsavedGuard when={isUnderWay} text={t('content-upload.file.leave')} />
    </>
  );
}

interface LineProps {
  one: QueuedFile;
  retry: () => void;
  replace: (id: string) => void;
  remove: () => void;
}

function FileLine({ one, retry, replace, remove }: LineProps) {
  const { t } = useTranslation();
  const { file, state, percent } = one;
  const isGone = state === 'sending' && percent >= 100;
  return (
    <li className="file" data-state={state}>
      <Icon name="file" size={18} />
      <span className="file-naming">
        <span className="cell-line file-name" title={file.name}>
          {file.name}
        </span>
        {state === 'sending' && (
          <ProgressBar
            label={t('content-upload.file.progress', { file: file.name })}
            percent={isGone ? undefined : percent}
          />
        )}
        {one.message && (
          <span className={one.known ? 'file-known' : 'file-fault'} role="alert">
            {one.message}
          </span>
        )}
        {one.known && <KnownChoice known={one.known} replace={replace} />}
      </span>
      <span className="file-size figures">{formatSize(file.size)}</span>
      <span className="file-state">
        {state === 'waiting' && <StatusDot tone="waiting">{t('content-upload.file.waiting')}</StatusDot>}
        {state === 'sending' && (
          <StatusDot tone="moving">
            <span className="figures">
              {isGone ? t('content-upload.file.reading') : t('content-upload.file.sending', { percent })}
            </span>
          </StatusDot>
        )}
        {state === 'sent' && <StatusDot tone="good">{t('content-upload.file.sent')}</StatusDot>}
        {state === 'failed' && (
          <Button size="small" onClick={retry} aria-label={t('content-upload.file.retryName', { file: file.name })}>
            {t('content-upload.file.retry')}
          </Button>
        )}
      </span>
      {['refused', 'failed', 'waiting', 'known'].includes(state) && (
        <RowAction
          icon="close"
          label={t('content-upload.file.removeName', { file: file.name })}
          hint={t('content-upload.file.removeName', { file: file.name })}
          onClick={remove}
        />
      )}
    </li>
  );
}

/** A file that is there already: look at it, or have it trained anew under this name. */
function KnownChoice({ known, replace }: { known: KnownFile; replace: (id: string) => void }) {
  const { t } = useTranslation();
  const canEdit = useAllowed('contents', 'edit');
  return (
    <span className="file-choices">
      <Link to={`/knowledge-base/content/edit/${known.id}`}>{t('content-upload.file.openKnown')}</Link>
      {canEdit && (
        <button type="button" className="text-action" onClick={() => replace(known.id)}>
          {t('content-upload.file.replaceKnown')}
        </button>
      )}
    </span>
  );
}
