import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TestQuestion } from '../../../../shared/test-questions.ts';
import { Modal } from '../../../components/modal.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useContentTitles, useCorrection } from './use-correction.ts';

/** Has the content that should have answered a question answer it, and shows what is answered then. */
export function CorrectAnswer({ question: one, onClose }: { question: TestQuestion; onClose: () => void }) {
  const { t } = useTranslation();
  const { contextId, question: text, last } = one;
  const [search, setSearch] = useState('');
  const [contentId, setContentId] = useState<string>();
  const contents = useContentTitles(contextId, search);
  const correct = useCorrection();
  const save = () => contentId && correct.mutate({ contextId, contentId, text });
  const proof = correct.data?.proof;
  return (
    <Modal
      open
      width={640}
      title={t('test-questions.correct.title')}
      onCancel={onClose}
      cancelText={proof ? t('resource.close') : undefined}
      okText={t('test-questions.correct.action')}
      okButtonProps={{ disabled: !contentId }}
      confirmLoading={correct.isPending}
      onOk={proof ? undefined : () => void save()}
    >
      <div className="correction">
        <p>
          <strong>“{text}”</strong>
        </p>
        {last && (
          <p className="cell-quiet">
            {last.outcome && `${t(`test-questions.outcomes.${last.outcome}`)}: `}
            {last.answer}
          </p>
        )}
        {proof ? (
          <div role="status">
            <StatusDot tone={proof.answered ? 'good' : 'bad'}>
              {t(`test-questions.correct.${proof.answered ? 'isAnswered' : 'isNot'}`)}
            </StatusDot>
            <p>{proof.answer}</p>
          </div>
        ) : (
          <div className="correction-content">
            <span>{t('test-questions.correct.content')}</span>
            <Select
              showSearch
              aria-label={t('test-questions.correct.content')}
              filterOption={false}
              value={contentId}
              placeholder={t('test-questions.correct.choose')}
              notFoundContent={t('test-questions.correct.none')}
              options={(contents.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
              onSearch={setSearch}
              onChange={setContentId}
            />
          </div>
        )}
      </div>
    </Modal>
  );
}
