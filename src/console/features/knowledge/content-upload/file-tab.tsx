import { Button, Flex, List, Typography } from 'antd';
import { Link } from 'react-router';
import { formatSize } from '../../../../shared/format.ts';
import type { KnownFile } from '../../../../shared/known-file.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import type { Content } from '../../../components/content-kinds.ts';
import { DropZone } from '../../../components/drop-zone.tsx';
import { Icon } from '../../../components/icon.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Line } from '../../../resource/cell-line.tsx';
import { RowAction } from '../../../resource/row-actions.tsx';
import { type QueuedFile, useUploadQueue } from '../upload-queue.ts';
import { TrainingStatus, useTraining } from './training.tsx';

/** Uploads files and shows the progress of each one until its training ends. */
export function FileTab({ contextId }: { contextId: string }) {
  const { queue, add, retry, replace, remove } = useUploadQueue({ contextId });
  const trained = useTraining(queue.flatMap(({ contentId }) => contentId ?? []));
  const sent = queue.filter(({ state }) => state === 'sent').length;
  const failed = queue.filter(({ state }) => state === 'failed').map(({ key }) => key);
  const isUnderWay = queue.some(({ state }) => state === 'waiting' || state === 'sending');
  return (
    <Flex vertical gap={16}>
      <DropZone
        label={t('content-upload.file.drop')}
        labelOver={t('content-upload.file.dropNow')}
        hint={t('content-upload.file.hint')}
        isMultiple
        isSmall={queue.length > 0}
        onFiles={add}
      />
      {queue.length > 0 && (
        <Flex component="section" vertical gap={16} aria-label={t('content-upload.file.list')}>
          <List
            bordered
            dataSource={[...queue]}
            rowKey="key"
            renderItem={(one) => (
              <FileItem
                one={one}
                trained={one.contentId ? trained.get(one.contentId) : undefined}
                retry={() => retry([one.key])}
                replace={(id) => replace(one.key, id)}
                remove={() => remove(one.key)}
              />
            )}
          />
          <Flex wrap gap={8} align="center">
            <span className="figures small-text" role="status">
              {t('content-upload.file.sum', { done: sent, count: queue.length })}
            </span>
            {failed.length > 1 && (
              <Button className="phone-wide" icon={<Icon name="refresh" />} onClick={() => retry(failed)}>
                {t('content-upload.file.retryAll', { count: failed.length })}
              </Button>
            )}
            <ButtonLink
              to="/knowledge-base/content"
              type="primary"
              className="phone-wide push-end"
              disabled={isUnderWay || sent === 0}
            >
              {t('content-upload.file.continue')}
            </ButtonLink>
          </Flex>
        </Flex>
      )}
      <UnsavedGuard when={isUnderWay} text={t('content-upload.file.leave')} />
    </Flex>
  );
}

interface FileItemProps {
  one: QueuedFile;
  trained: Content | undefined;
  retry: () => void;
  replace: (id: string) => void;
  remove: () => void;
}

function FileItem({ one, trained, retry, replace, remove }: FileItemProps) {
  const { file, state, percent } = one;
  const isReceived = state === 'sending' && percent >= 100;
  const canRemove = ['refused', 'failed', 'waiting', 'known'].includes(state);
  const removeText = t('content-upload.file.removeName', { file: file.name });
  return (
    <List.Item>
      <List.Item.Meta
        avatar={<Icon name="file" size={18} />}
        title={<Line value={file.name} />}
        description={
          <Flex vertical>
            <span className="figures">{formatSize(file.size)}</span>
            {state === 'sending' && (
              <ProgressBar
                label={t('content-upload.file.progress', { file: file.name })}
                percent={isReceived ? undefined : percent}
              />
            )}
            {one.message && (
              <Typography.Text type={one.known ? 'warning' : 'danger'} role="alert">
                {one.message}
              </Typography.Text>
            )}
            {one.known && <KnownChoice known={one.known} replace={replace} />}
          </Flex>
        }
      />
      <Flex gap={8} align="center">
        {state === 'waiting' && <StatusDot tone="waiting">{t('content-upload.file.waiting')}</StatusDot>}
        {state === 'sending' && (
          <StatusDot tone="moving">
            <span className="figures">
              {isReceived ? t('content-upload.file.reading') : t('content-upload.file.sending', { percent })}
            </span>
          </StatusDot>
        )}
        {state === 'sent' && <TrainingStatus content={trained} />}
        {state === 'failed' && (
          <Button size="small" onClick={retry} aria-label={t('content-upload.file.retryName', { file: file.name })}>
            {t('content-upload.file.retry')}
          </Button>
        )}
        {canRemove && <RowAction icon="close" label={removeText} hint={removeText} onClick={remove} />}
      </Flex>
    </List.Item>
  );
}

/** Choices for a file that is already a content: open that content, or train it again with this file. */
function KnownChoice({ known, replace }: { known: KnownFile; replace: (id: string) => void }) {
  const canEdit = useAllowed('contents', 'edit');
  return (
    <Flex wrap gap="4px 8px" align="center">
      <Link to={`/knowledge-base/content/edit/${known.id}`}>{t('content-upload.file.openKnown')}</Link>
      {canEdit && (
        <Button type="link" size="small" onClick={() => replace(known.id)}>
          {t('content-upload.file.replaceKnown')}
        </Button>
      )}
    </Flex>
  );
}
