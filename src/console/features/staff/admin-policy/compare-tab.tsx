import { useCustomMutation } from '@refinedev/core';
import { Button, Flex, Form, Input, Typography, Upload } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PolicyComparison } from '../../../../shared/policy.ts';
import { errorsOf } from '../../../components/field-errors.ts';
import { Icon } from '../../../components/icon.tsx';
import { sentenceOf } from '../../../components/notices.ts';
import type { HttpError } from '../../../http/http-error.ts';
import { ComparisonResult } from './comparison-result.tsx';
import { Faults } from './faults.tsx';
import { POLICY_PATH } from './use-policy.ts';

interface CompareValues {
  before: string;
}

/** Compares an earlier policy.csv, pasted or uploaded, with the policy in force. */
export function CompareTab() {
  const { t } = useTranslation();
  const [form] = Form.useForm<CompareValues>();
  const { mutate, mutation } = useCustomMutation<PolicyComparison, HttpError>();
  const { data, error, isPending, reset } = mutation;
  const isBlank = (Form.useWatch('before', form) ?? '').trim() === '';
  const compare = (values: CompareValues) => mutate({ url: `${POLICY_PATH}/compare`, method: 'post', values });
  const readFile = async (file: File) => {
    form.setFieldValue('before', await file.text());
    reset();
    // Prevents antd from uploading the file.
    return false;
  };
  const faults = errorsOf(error).map(({ message }) => message);
  return (
    <Flex vertical gap={20} className="policy-ask">
      <Form form={form} layout="vertical" onFinish={compare} onValuesChange={reset}>
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
        </Flex>
      </Form>
      {error ? (
        <Faults title={faults.length > 0 ? t('admin-policy.compare.faulty') : sentenceOf(t, error)} items={faults} />
      ) : data ? (
        <ComparisonResult comparison={data.data} />
      ) : (
        <Typography.Paragraph type="secondary">{t('admin-policy.compare.hint')}</Typography.Paragraph>
      )}
    </Flex>
  );
}
