import { useSelect } from '@refinedev/antd';
import { type HttpError, useCustomMutation, useInvalidate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Button, Flex, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { contents } from '../../../resources/contents.ts';
import { testQuestions } from '../../../resources/test-questions.ts';
import { PHRASING_MAX, type phrasingAdded, type PhrasingProof, phrasingText } from '../../shared/phrasings.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import type { Content } from './content-kinds.ts';
import { Icon } from './icon.tsx';
import { Modal } from './modal.tsx';
import { StatusDot } from './status-dot.tsx';

/** A question that got a wrong answer, only suggestions, or no answer. */
interface WrongAnswer {
  contextId: string;
  question: string;
  /** The answer that was given, shown above the form. */
  answer?: string | undefined;
}

/**
 * A dialog that adds a question as a phrasing to the content that should have answered it, and then shows the new
 * answer. Users may edit the question first, because the server refuses personal data and long texts as phrasings.
 */
export function CorrectAnswer({ wrong, onClose }: { wrong: WrongAnswer; onClose: () => void }) {
  const { t } = useTranslation();
  const { contextId, answer } = wrong;
  const [text, setText] = useState(wrong.question);
  const [contentId, setContentId] = useState<string>();
  const invalidate = useInvalidate();
  const { mutate, mutation } = useCustomMutation<z.infer<typeof phrasingAdded>, HttpError>();
  const save = () =>
    mutate(
      { url: '/phrasings', method: 'post', values: { contextId, contentId, text } },
      { onSettled: () => void invalidate({ resource: testQuestions.name, invalidates: ['list'] }) },
    );
  const proof = mutation.data?.data.proof;
  return (
    <Modal
      open
      width={640}
      title={t('correction.title')}
      onCancel={onClose}
      okText={t('correction.action')}
      okButtonProps={{ disabled: !contentId || !phrasingText.safeParse(text).success }}
      confirmLoading={mutation.isPending}
      onOk={proof ? undefined : save}
    >
      <Flex vertical gap="middle">
        {proof ? (
          <Proof question={text} proof={proof} />
        ) : (
          <>
            <QuestionField value={text} onChange={setText} />
            {answer && <p className="three-lines">{answer}</p>}
            <ContentField contextId={contextId} value={contentId} onChange={setContentId} />
          </>
        )}
      </Flex>
    </Modal>
  );
}

function Proof({ question, proof }: { question: string; proof: PhrasingProof }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <p>
        <strong>“{question}”</strong>
      </p>
      <StatusDot tone={proof.answered ? 'good' : 'bad'}>
        {t(`correction.${proof.answered ? 'isAnswered' : 'isNot'}`)}
      </StatusDot>
      <p>{proof.answer}</p>
    </div>
  );
}

interface CorrectionFieldProps<V> {
  value: V;
  onChange: (value: string) => void;
}

function QuestionField({ value, onChange }: CorrectionFieldProps<string>) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Flex vertical gap={4}>
      <label htmlFor={id}>{t('correction.question')}</label>
      <Input.TextArea
        id={id}
        autoSize={{ minRows: 1, maxRows: 6 }}
        count={value.length > PHRASING_MAX ? { show: true, max: PHRASING_MAX } : {}}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Flex>
  );
}

function ContentField({
  contextId,
  value,
  onChange,
}: CorrectionFieldProps<string | undefined> & { contextId: string }) {
  const { t } = useTranslation();
  // The contents that may answer in the context, including inherited ones. Sitemaps have no text of their own.
  const { selectProps } = useSelect<Content>({
    resource: contents.name,
    optionLabel: 'title',
    optionValue: 'id',
    pagination: { pageSize: 50, mode: 'server' },
    filters: [
      { field: 'contextId', operator: 'eq', value: contextId },
      { field: 'parents', operator: 'eq', value: 'true' },
      { field: 'type', operator: 'in', value: ['FILE', 'LINK', 'FAQ'] },
    ],
    onSearch: (text) => [{ field: 'search', operator: 'eq', value: text.trim() || undefined }],
    queryOptions: { placeholderData: keepPreviousData },
  });
  const { options, onSearch, loading } = selectProps;
  return (
    <Flex vertical gap={4}>
      <span>{t('correction.content')}</span>
      <Select<string>
        showSearch
        loading={loading}
        aria-label={t('correction.content')}
        filterOption={false}
        value={value}
        placeholder={t('correction.choose')}
        notFoundContent={t('correction.none')}
        options={options}
        onSearch={onSearch}
        onChange={onChange}
      />
    </Flex>
  );
}

/** A button that opens the correction of an answer. Hidden from users who may not add phrasings. */
export function CorrectButton({ wrong }: { wrong: WrongAnswer }) {
  const { t } = useTranslation();
  const canCorrect = useAllowed('phrasings', 'create');
  const [isOpen, setIsOpen] = useState(false);
  if (!canCorrect) return null;
  return (
    <>
      <Button icon={<Icon name="edit" />} onClick={() => setIsOpen(true)}>
        {t('correction.open')}
      </Button>
      {isOpen && <CorrectAnswer wrong={wrong} onClose={() => setIsOpen(false)} />}
    </>
  );
}
