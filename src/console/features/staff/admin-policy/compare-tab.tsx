import { useCustomMutation } from '@refinedev/core';
import { Button, Flex, Form, Input, Typography, Upload } from 'antd';
import type { PolicyComparison, PolicyReplay } from '../../../../shared/policy.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { errorsOf } from '../../../components/field-errors.ts';
import { Icon } from '../../../components/icon.tsx';
import { sentenceOf } from '../../../components/notices.ts';
import type { HttpError } from '../../../http/http-error.ts';
import { t } from '../../../providers/i18n.ts';
import { ComparisonResult, ReplayResult } from './compare-results.tsx';
import { Faults, POLICY_PATH } from './policy-parts.tsx';

interface CompareValues {
  before: string;
  days: string;
}

/** For how many of the last days decisions are asked again. */
const DAYS = ['7', '30', '90'] as const;

/**
 * Compares another policy.csv, pasted or uploaded, with the policy in force: all answers, or only those to what was asked in
 * the last days.
 */
export function CompareTab() {
  const [form] = Form.useForm<CompareValues>();
  const { mutate, mutation } = useCustomMutation<PolicyComparison, HttpError>();
  const again = useCustomMutation<PolicyReplay, HttpError>();
  const { data, isPending } = mutation;
  const error = mutation.error ?? again.mutation.error;
  const reset = () => {
    mutation.reset();
    again.mutation.reset();
  };
  const isBlank = (Form.useWatch('before', form) ?? '').trim() === '';
  const compare = ({ before }: CompareValues) => {
    reset();
    mutate({ url: `${POLICY_PATH}/compare`, method: 'post', values: { before } });
  };
  const replay = () => {
    const { before, days } = form.getFieldsValue();
    reset();
    again.mutate({ url: `${POLICY_PATH}/replay`, method: 'post', values: { policy: before, days: Number(days) } });
  };
  const readFile = async (file: File) => {
    form.setFieldValue('before', await file.text());
    reset();
    // Prevents antd from uploading the file.
    return false;
  };
  const faults = errorsOf(error).map(({ message }) => message);
  return (
    <Flex vertical gap={20} className="policy-ask">
      <Form form={form} layout="vertical" initialValues={{ days: '30' }} onFinish={compare} onValuesChange={reset}>
        <Form.Item className="form-field" name="before" label={t('admin-policy.compare.before')}>
          <Input.TextArea
            className="policy-text"
            placeholder={t('admin-policy.compare.placeholder')}
            spellCheck={false}
            rows={10}
          />
        </Form.Item>
        <Flex wrap gap={8}>
          <Upload accept=".csv,text/csv,text/plain" showUploadList={false} beforeUpload={readFile}>
            <Button icon={<Icon name="upload" />}>{t('admin-policy.compare.choose')}</Button>
          </Upload>
          <Button type="primary" htmlType="submit" loading={isPending} disabled={isBlank}>
            {t('admin-policy.compare.action')}
          </Button>
          <Button loading={again.mutation.isPending} disabled={isBlank} onClick={replay}>
            {t('admin-policy.replay.action')}
          </Button>
          <Form.Item name="days" noStyle>
            <ChoiceSelect
              aria-label={t('admin-policy.replay.days')}
              options={DAYS.map((value) => ({
                value,
                label: t('admin-policy.replay.lastDays', { count: Number(value) }),
              }))}
            />
          </Form.Item>
        </Flex>
      </Form>
      {error ? (
        <Faults title={faults.length > 0 ? t('admin-policy.compare.faulty') : sentenceOf(error)} items={faults} />
      ) : data ? (
        <ComparisonResult comparison={data.data} />
      ) : again.mutation.data ? (
        <ReplayResult replay={again.mutation.data.data} />
      ) : (
        <Typography.Paragraph type="secondary">{t('admin-policy.compare.hint')}</Typography.Paragraph>
      )}
    </Flex>
  );
}
