import { Button, Flex, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PHRASING_MAX, type PhrasingProof, phrasingText } from '../../shared/phrasings.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { Icon } from './icon.tsx';
import { Modal } from './modal.tsx';
import { StatusDot } from './status-dot.tsx';
import { useContentTitles, useCorrection } from './use-correction.ts';

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
  const correct = useCorrection();
  const save = () => contentId && correct.mutate({ contextId, contentId, text });
  const proof = correct.data?.proof;
  return (
    <Modal
      open
      width={640}
      title={t('correction.title')}
      onCancel={onClose}
      cancelText={proof ? t('resource.close') : undefined}
      okText={t('correction.action')}
      okButtonProps={{ disabled: !contentId || !phrasingText.safeParse(text).success }}
      confirmLoading={correct.isPending}
      onOk={proof ? undefined : () => void save()}
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
  const [search, setSearch] = useState('');
  const contents = useContentTitles(contextId, search);
  return (
    <Flex vertical gap={4}>
      <span>{t('correction.content')}</span>
      <Select
        showSearch
        aria-label={t('correction.content')}
        filterOption={false}
        value={value}
        placeholder={t('correction.choose')}
        notFoundContent={t('correction.none')}
        options={(contents.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        onSearch={setSearch}
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
