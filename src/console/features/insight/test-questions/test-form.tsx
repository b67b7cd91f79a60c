import { Form, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { testQuestions } from '../../../../../resources/test-questions.ts';
import { PHRASES_MAX } from '../../../../shared/test-questions.ts';
import { FormField } from '../../../components/form-field.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { useForm } from '../../../components/use-form.ts';
import { type TestDraft } from './use-tests.ts';

interface TestFormValues {
  question: string;
  phrases: string;
  declines: boolean;
}

const linesOf = (text = '') =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, PHRASES_MAX);

export function TestForm({ start, contextId, onClose }: { start: TestDraft; contextId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { form, formProps, isSaving, draft } = useForm<TestFormValues, object>({
    resource: testQuestions.name,
    action: start.id ? 'edit' : 'create',
    id: start.id,
    initial: { question: start.question, phrases: start.expected.join('\n'), declines: start.declines },
    bodyOf: ({ question, phrases, declines: isUnknown }) => ({
      ...(!start.id && { contextId }),
      question,
      declines: isUnknown,
      expected: isUnknown ? [] : linesOf(phrases),
    }),
    successText: () => t('test-questions.saved'),
    onMutationSuccess: onClose,
    keepsDraft: true,
  });
  const declines: boolean = Form.useWatch('declines', form) ?? start.declines;
  return (
    <FormModal
      width={560}
      title={t(start.id ? 'test-questions.edit' : 'test-questions.add')}
      onCancel={onClose}
      okText={t(start.id ? 'test-questions.form.save' : 'test-questions.add')}
      formProps={formProps}
      isSaving={isSaving}
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
