import { useCustomMutation } from '@refinedev/core';
import { Alert, Button, Flex, Form, Input, Skeleton as AntdSkeleton, Typography, Upload } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { PolicyComparison, PolicyView } from '../../../../shared/policy.ts';
import { DownloadButton } from '../../../components/download-button.tsx';
import { errorsOf } from '../../../components/field-errors.ts';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { sentenceOf } from '../../../components/notices.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import type { HttpError } from '../../../http/http-error.ts';
import { AskTab } from './ask-tab.tsx';
import { ComparisonResult } from './comparison-result.tsx';
import { PolicyTable } from './policy-table.tsx';
import { POLICY_PATH, usePolicy } from './use-policy.ts';
import { WhoTab } from './who-tab.tsx';
import '../../../components/form.css';
import './admin-policy.css';

const TABS = ['table', 'ask', 'who', 'compare'] as const;
type PolicyTab = (typeof TABS)[number];
const ICONS: Record<PolicyTab, IconName> = { table: 'layers', ask: 'question', who: 'user', compare: 'sort' };

/** The policy page for auditors: the complete table, questions about it, and a comparison of two versions. */
export function AdminPolicyPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const query = usePolicy();
  const policy = query.data?.data;
  const open = TABS.find((name) => name === params.get('tab')) ?? 'table';
  return (
    <PageFrame
      title={t('admin-policy.title')}
      intro={t('admin-policy.intro')}
      wide
      action={
        <DownloadButton
          path={POLICY_PATH}
          query={{ format: 'csv' }}
          name={t('admin-policy.fileName')}
          label={t('admin-policy.download')}
          disabled={!policy}
        />
      }
    >
      {policy && policy.faults.length > 0 && (
        <Faults
          title={t('admin-policy.faults', { count: policy.faults.length })}
          items={policy.faults.map(({ file, line, problem }) => `${file}:${line} ${problem}`)}
        />
      )}
      <Tabs
        label={t('admin-policy.title')}
        tabs={TABS.map((name) => ({ name, label: t(`admin-policy.tabs.${name}`), icon: ICONS[name] }))}
        open={open}
        onOpen={(name) => setParams(name === 'table' ? {} : { tab: name }, { replace: true })}
      >
        <Loaded query={query} waiting={<Waiting name={open} />}>
          {({ data }) => <TabBody name={open} policy={data} />}
        </Loaded>
      </Tabs>
    </PageFrame>
  );
}

function TabBody({ name, policy }: { name: PolicyTab; policy: PolicyView }) {
  if (name === 'ask') return <AskTab policy={policy} />;
  if (name === 'who') return <WhoTab policy={policy} />;
  return name === 'compare' ? <CompareTab /> : <PolicyTable policy={policy} />;
}

const Waiting = ({ name }: { name: PolicyTab }) =>
  name === 'table' ? (
    <>
      <div className="list-toolbar">
        <AntdSkeleton.Input active />
        <AntdSkeleton.Input active />
      </div>
      <div className="policy-frame policy-waiting framed" aria-busy>
        <Skeleton title rows={12} />
      </div>
    </>
  ) : (
    <Skeleton rows={6} />
  );

interface CompareValues {
  before: string;
}

/** Compares an earlier policy.csv, pasted or uploaded, with the policy in force. */
function CompareTab() {
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

function Faults({ title, items }: { title: string; items: readonly ReactNode[] }) {
  const list = (
    <ul>
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
  return <Alert type="error" message={<strong>{title}</strong>} description={items.length > 0 && list} />;
}
