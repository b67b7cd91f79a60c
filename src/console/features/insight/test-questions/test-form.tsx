import { Form, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { PHRASES_MAX } from '../../../../shared/test-questions.ts';
import { Modal } from '../../../components/modal.tsx';
import '../../../components/form.css';
import { type Draft, useTestCall } from './use-tests.ts';

interface Values {
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

/** A test question and what its answer must hold. */
export function TestForm({ start, contextId, onClose }: { start: Draft; contextId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const call = useTestCall();
  const declines = Form.useWatch('declines', form) ?? start.declines;
  const save = ({ question, phrases, declines: isUnknown }: Values) => {
    const values = { question, declines: isUnknown, expected: isUnknown ? [] : linesOf(phrases) };
    const said = t('test-questions.saved');
    const what = start.id
      ? ({ path: `/${start.id}`, method: 'PUT', body: values, said } as const)
      : ({ path: '', method: 'POST', body: { contextId, ...values }, said } as const);
    call.mutate(what, { onSuccess: onClose });
  };
  return (
    <Modal
      open
      width={560}
      title={t(start.id ? 'test-questions.edit' : 'test-questions.add')}
      onCancel={onClose}
      okText={t(start.id ? 'test-questions.form.save' : 'test-questions.add')}
      confirmLoading={call.isPending}
      onOk={form.submit}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ question: start.question, phrases: start.expected.join('\n'), declines: start.declines }}
        onFinish={save}
      >
        <Form.Item
          name="question"
          className="form-field"
          label={t('test-questions.form.question')}
          rules={[{ required: true, whitespace: true, message: t('validation.required') }]}
        >
          <Input data-first maxLength={500} placeholder={t('test-questions.form.questionPlaceholder')} />
        </Form.Item>
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
      </Form>
    </Modal>
  );
}
