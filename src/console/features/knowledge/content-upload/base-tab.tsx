import { useInvalidate } from '@refinedev/core';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Flex, List, Typography, Upload } from 'antd';
import { useState } from 'react';
import { BASE_MAX_BYTES, type BaseImported } from '../../../../shared/base-transfer.ts';
import type { OnKnownFile } from '../../../../shared/contents.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Choices } from '../../../components/choices.tsx';
import { Icon } from '../../../components/icon.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { upload } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { t } from '../../../providers/i18n.ts';

export function BaseTab({ contextId }: { contextId: string }) {
  const invalidate = useInvalidate();
  const [known, setKnown] = useState<OnKnownFile>('keep');
  const [share, setShare] = useState(0);
  const importing = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append('file', file, file.name);
      setShare(0);
      return upload<BaseImported>(`/contexts/${contextId}/import?known=${known}`, form, setShare);
    },
    onSuccess: () => {
      for (const resource of ['contents', 'hyperlinks', 'contexts'])
        void invalidate({ resource, invalidates: ['list'] });
    },
    onError: showFailure,
  });
  const { isPending: isBusy, variables: file, data: imported } = importing;
  return (
    <Flex vertical gap={16} className="text-width">
      <Typography.Text type="secondary">{t('base-transfer.intro')}</Typography.Text>
      <Choices
        aria-label={t('base-transfer.known.label')}
        disabled={isBusy}
        value={known}
        onChange={setKnown}
        options={(['keep', 'replace'] as const).map((value) => ({ value, label: t(`base-transfer.known.${value}`) }))}
      />
      <Upload
        accept=".jsonl,.ndjson,application/jsonl"
        showUploadList={false}
        disabled={isBusy}
        beforeUpload={(file) => {
          importing.mutate(file);
          return false;
        }}
      >
        <Button type="primary" icon={<Icon name="upload" />} loading={isBusy}>
          {t('base-transfer.choose')}
        </Button>
      </Upload>
      <Typography.Text type="secondary" className="small-text">
        {t('base-transfer.hint', { most: BASE_MAX_BYTES / 1024 / 1024 })}
      </Typography.Text>
      {isBusy && (
        <div role="status">
          <ProgressBar percent={share < 1 ? Math.round(share * 100) : undefined} label={t('base-transfer.progress')} />
          {share === 1 && <span className="small-text">{t('base-transfer.writing')}</span>}
        </div>
      )}
      {file && imported && <ImportResult name={file.name} imported={imported} />}
      <UnsavedGuard when={isBusy} text={t('base-transfer.leave')} />
    </Flex>
  );
}

function ImportResult({ name, imported }: { name: string; imported: BaseImported }) {
  const { refused, refusals, stoppedAt } = imported;
  const counts = (['created', 'updated', 'skipped', 'refused'] as const).filter((one) => imported[one] > 0);
  const more = refused - refusals.length;
  return (
    <section aria-label={t('base-transfer.result')}>
      <Alert
        type={refused > 0 ? 'warning' : 'success'}
        showIcon
        role="status"
        message={t('base-transfer.done', { name })}
        description={
          counts.length === 0
            ? t('base-transfer.nothing')
            : counts.map((one) => t(`base-transfer.counts.${one}`, { count: imported[one] })).join(', ')
        }
      />
      {stoppedAt !== null && (
        <Alert
          type="error"
          showIcon
          message={t('base-transfer.stopped', { line: stoppedAt })}
          style={{ marginTop: 16 }}
        />
      )}
      {refused > 0 && (
        <List
          bordered
          size="small"
          style={{ marginTop: 16 }}
          header={<strong>{t('base-transfer.refused')}</strong>}
          footer={more > 0 && t('base-transfer.more', { count: more })}
          dataSource={refusals}
          rowKey={({ line }) => line}
          renderItem={({ line, message }) => (
            <List.Item>
              <span>
                <strong>{t('base-transfer.line', { line })}</strong> {message}
              </span>
            </List.Item>
          )}
        />
      )}
      <ButtonLink to="/knowledge-base/content">{t('base-transfer.see')}</ButtonLink>
    </section>
  );
}
