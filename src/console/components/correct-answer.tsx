import { useSelect } from '@refinedev/antd';
import { keepPreviousData } from '@tanstack/react-query';
import { Form, Input, Select, type SelectProps } from 'antd';
import type { z } from 'zod';
import { contents } from '../../../resources/contents.ts';
import { testQuestions } from '../../../resources/test-questions.ts';
import { PHRASING_MAX, type phrasingAdded, type PhrasingProof, phrasingText } from '../../shared/phrasings.ts';
import { t } from '../providers/i18n.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { DialogButton } from './buttons.tsx';
import type { Content } from './content-kinds.ts';
import { Icon } from './icon.tsx';
import { Modal } from './modal.tsx';
import { StatusDot } from './status-dot.tsx';
import { useCall } from './use-call.ts';
import { FORM_PROPS } from './use-form.ts';
import './form.css';

/** A question that got a wrong answer, only suggestions, or no answer. */
interface WrongAnswer {
  contextId: string;
  question: string;
  /** The answer that was given, shown above the form. */
  answer?: string | undefined;
}

interface Correction {
  text: string;
  contentId?: string;
}

/**
 * A dialog that adds a question as a phrasing to the content that should have answered it, and then shows the new
 * answer. Users may edit the question first, because the server refuses personal data and long texts as phrasings.
 */
export function CorrectAnswer({ wrong, onClose }: { wrong: WrongAnswer; onClose: () => void }) {
  const { contextId, question, answer } = wrong;
  const [form] = Form.useForm<Correction>();
  const text = Form.useWatch('text', { form, preserve: true }) ?? question;
  const contentId = Form.useWatch('contentId', form);
  const { call, isBusy, answer: added } = useCall<z.infer<typeof phrasingAdded>>(testQuestions.name);
  return (
    <Modal
      open
      width={640}
      title={t('correction.title')}
      onCancel={onClose}
      okText={t('correction.action')}
      okButtonProps={{ disabled: !contentId || !phrasingText.safeParse(text).success }}
      confirmLoading={isBusy}
      onOk={added ? undefined : () => call({ url: '/phrasings', values: { contextId, contentId, text } })}
    >
      {added ? (
        <Proof question={text} proof={added.proof} />
      ) : (
        <Form {...FORM_PROPS} name="correction" form={form} initialValues={{ text: question }}>
          <Form.Item name="text" className="form-field" label={t('correction.question')}>
            <Input.TextArea
              autoSize={{ minRows: 1, maxRows: 6 }}
              count={text.length > PHRASING_MAX ? { show: true, max: PHRASING_MAX } : {}}
            />
          </Form.Item>
          {answer && <p className="three-lines">{answer}</p>}
          <Form.Item name="contentId" className="form-field" label={t('correction.content')}>
            <ContentSelect contextId={contextId} />
          </Form.Item>
        </Form>
      )}
    </Modal>
  );
}

function Proof({ question, proof }: { question: string; proof: PhrasingProof }) {
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

/** Selects one of the contents that may answer in the context, including inherited ones. `props` are Form.Item's. */
function ContentSelect({ contextId, ...props }: { contextId: string } & SelectProps<string>) {
  const { selectProps } = useSelect<Content>({
    resource: contents.name,
    optionLabel: 'title',
    optionValue: 'id',
    pagination: { pageSize: 50, mode: 'server' },
    filters: [
      { field: 'contextId', operator: 'eq', value: contextId },
      { field: 'parents', operator: 'eq', value: 'true' },
      // Sitemaps have no text of their own.
      { field: 'type', operator: 'in', value: ['FILE', 'LINK', 'FAQ'] },
    ],
    onSearch: (text) => [{ field: 'search', operator: 'eq', value: text.trim() || undefined }],
    queryOptions: { placeholderData: keepPreviousData },
  });
  const { options, onSearch, loading } = selectProps;
  return (
    <Select<string>
      {...props}
      showSearch
      loading={loading}
      filterOption={false}
      placeholder={t('correction.choose')}
      notFoundContent={t('correction.none')}
      options={options}
      onSearch={onSearch}
    />
  );
}

/** A button that opens the correction of an answer. Hidden from users who may not add phrasings. */
export function CorrectButton({ wrong }: { wrong: WrongAnswer }) {
  const canCorrect = useAllowed('phrasings', 'create');
  if (!canCorrect) return null;
  return (
    <DialogButton icon={<Icon name="edit" />} dialog={(close) => <CorrectAnswer wrong={wrong} onClose={close} />}>
      {t('correction.open')}
    </DialogButton>
  );
}
