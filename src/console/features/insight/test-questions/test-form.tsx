import { Form, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { testQuestions } from '../../../../../resources/test-questions.ts';
import { changedValues } from '../../../../shared/changes.ts';
import { PHRASES_MAX, type TestQuestion } from '../../../../shared/test-questions.ts';
import { FormField } from '../../../components/form-field.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { useForm } from '../../../components/use-form.ts';

interface TestFormValues {
  question: string;
  phrases: string;
  declines: boolean;
}

const BLANK: TestFormValues = { question: '', phrases: '', declines: false };
const LABELS: Record<keyof TestFormValues, string> = {
  question: 'test-questions.form.question',
  phrases: 'test-questions.form.expected',
  declines: 'test-questions.form.kind',
};

const linesOf = (text = '') =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, PHRASES_MAX);

const valuesOf = ({ question, expected, declines }: TestQuestion): TestFormValues => ({
  question,
  phrases: expected.join('\n'),
  declines,
});

/** The form of a test question: of `row`, or a new one. */
export function TestForm(props: { row?: TestQuestion; contextId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { row, contextId, onClose } = props;
  const initial = row ? valuesOf(row) : BLANK;
  const { form, formProps, isSaving, merge, draft } = useForm<TestFormValues, object, TestQuestion>({
    resource: testQuestions.name,
    action: row ? 'edit' : 'create',
    id: row?.id,
    initial,
    row,
    valuesOf,
    mergeTexts: {
      labelOf: (name) => t(LABELS[name as keyof TestFormValues]),
      show: (name, value) =>
        name === 'declines' ? t(`test-questions.form.${value === true ? 'declines' : 'contains'}`) : undefined,
    },
    bodyOf: ({ question, phrases, declines: isUnknown }, read) => {
      const body = { question, declines: isUnknown, expected: isUnknown ? [] : linesOf(phrases) };
      return read ? changedValues(body, read) : { contextId, ...body };
    },
    successText: () => t('test-questions.saved'),
    onMutationSuccess: onClose,
    keepsDraft: true,
  });
  const declines: boolean = Form.useWatch('declines', form) ?? initial.declines;
  return (
    <FormModal
      width={560}
      title={t(row ? 'test-questions.edit' : 'test-questions.add')}
      onCancel={onClose}
      okText={t(row ? 'test-questions.form.save' : 'test-questions.add')}
      formProps={formProps}
      isSaving={isSaving}
      extra={merge.dialog}
    >
      {draft.notice}
      <FormField name="question" label={t('test-questions.form.question')} schema={z.string()}>
        <Input data-first maxLength={500} placeholder={t('test-questions.form.questionPlaceholder')} />
      </FormField>
      <Form.Item name="declines" className="form-field" label={t('test-questions.form.kind')}>
        <Radio.Group
          options={[
            { value: false, label: t('test-questions.form.contains') },
            { value: true, label: t('test-questions.form.declines') },
          ]}
        />
      </Form.Item>
      {!declines && (
        <Form.Item
          name="phrases"
          className="form-field"
          label={t('test-questions.form.expected')}
          extra={t('test-questions.form.expectedHint')}
          rules={[{ required: true, whitespace: true, message: t('test-questions.form.expectedMissing') }]}
        >
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
        </Form.Item>
      )}
    </FormModal>
  );
}
