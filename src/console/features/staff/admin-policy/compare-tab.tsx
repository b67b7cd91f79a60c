import { useCustomMutation } from '@refinedev/core';
import { Button, Card, Flex, Form, Input, List, Typography, Upload } from 'antd';
import { useState } from 'react';
import { formatList } from '../../../../shared/format.ts';
import type { PolicyComparison, PolicyReplay } from '../../../../shared/policy.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { errorsOf } from '../../../components/field-errors.ts';
import { Icon } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { sentenceOf } from '../../../components/notices.ts';
import { namedFlag, PolicyName } from '../../../components/policy-labels.tsx';
import type { HttpError } from '../../../http/http-error.ts';
import { t } from '../../../providers/i18n.ts';
import { AnswerMark, Deed, Faults, POLICY_PATH, type PolicyRow, RowText } from './policy-parts.tsx';

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

/** Maximum number of changed answers to show. A new row for a low role can change hundreds. */
const SHOWN = 100;

function Rows({ rows, kind }: { rows: readonly PolicyRow[]; kind: 'added' | 'removed' }) {
  if (rows.length === 0) return null;
  const isAdded = kind === 'added';
  return (
    <List
      bordered
      size="small"
      header={<strong>{t(`admin-policy.compare.${kind}`, { count: rows.length })}</strong>}
      dataSource={[...rows]}
      rowKey={({ line }) => line}
      renderItem={(row) => (
        <List.Item>
          <Flex gap={12} align="baseline">
            <Typography.Text strong type={isAdded ? 'success' : 'danger'} aria-hidden>
              {isAdded ? '+' : '−'}
            </Typography.Text>
            <RowText row={row} />
          </Flex>
        </List.Item>
      )}
    />
  );
}

const Answers = ({ before, after }: Pick<ReplayedChange, 'before' | 'after'>) => (
  <Flex gap={8} align="center">
    <AnswerMark answer={before} flag={null} />
    <Icon name="chevronRight" size={14} />
    <AnswerMark answer={after} flag={null} />
  </Flex>
);

function Changes({ changed }: Pick<PolicyComparison, 'changed'>) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? changed : changed.slice(0, SHOWN);
  return (
    <List
      bordered
      size="small"
      header={<strong>{t('admin-policy.compare.changed', { count: changed.length })}</strong>}
      locale={{ emptyText: ' ' }}
      dataSource={shown}
      rowKey={({ role, flags, resource, action }) => `${role} ${flags.join()} ${resource} ${action}`}
      loadMore={
        shown.length < changed.length && (
          <Button block type="text" onClick={() => setIsWhole(true)}>
            {t('admin-policy.compare.showAll', { count: changed.length })}
          </Button>
        )
      }
      renderItem={({ role, flags, resource, action, before, after }) => (
        <List.Item extra={<Answers before={before} after={after} />}>
          <Flex wrap gap="4px 8px">
            <PolicyName kind="role" name={role} />
            {flags.length > 0 && (
              <Typography.Text type="secondary">
                {t('admin-policy.withFlags', { flags: formatList(flags.map(namedFlag)) })}
              </Typography.Text>
            )}
            <Deed resource={resource} action={action} />
          </Flex>
        </List.Item>
      )}
    />
  );
}

function ComparisonResult({ comparison }: { comparison: PolicyComparison }) {
  const { added, removed, changed } = comparison;
  const isSame = added.length + removed.length + changed.length === 0;
  return (
    <Card role="region" aria-live="polite" aria-label={t('admin-policy.tabs.compare')}>
      {isSame ? (
        <strong>{t('admin-policy.compare.same')}</strong>
      ) : (
        <Flex vertical gap={20}>
          <Rows rows={added} kind="added" />
          <Rows rows={removed} kind="removed" />
          <Changes changed={changed} />
        </Flex>
      )}
    </Card>
  );
}

type ReplayedChange = PolicyReplay['changes'][number];

/** Decisions of one role about one action: what they were and would be, who asked, and the latest one. */
function Change({ role, resource, action, before, after, count, people, example }: ReplayedChange) {
  const names = people.map(({ who, account, count: times }) =>
    t('admin-policy.replay.person', { who, account, times }),
  );
  return (
    <List.Item extra={<Answers before={before} after={after} />}>
      <Flex vertical gap={4}>
        <Flex wrap gap="4px 8px">
          <strong className="figures">{t('admin-policy.replay.times', { count })}</strong>
          <PolicyName kind="role" name={role} />
          <Deed resource={resource} action={action} />
        </Flex>
        <Typography.Text type="secondary">{formatList(names)}</Typography.Text>
        <Typography.Text type="secondary">
          {t('admin-policy.replay.latest')} <MomentText iso={example.at} isExact /> <code>{example.requestId}</code>
        </Typography.Text>
      </Flex>
    </List.Item>
  );
}

/** What another version of the policy would have decided in the last days. */
function ReplayResult({ replay: { decisions, differing, changes } }: { replay: PolicyReplay }) {
  return (
    <Card role="region" aria-live="polite" aria-label={t('admin-policy.replay.action')}>
      {differing === 0 ? (
        <strong>{t('admin-policy.replay.same', { count: decisions })}</strong>
      ) : (
        <List
          bordered
          size="small"
          header={<strong>{t('admin-policy.replay.differing', { count: differing, total: decisions })}</strong>}
          dataSource={changes}
          rowKey={({ role, resource, action, before, after }) => [role, resource, action, before, after].join(' ')}
          renderItem={(change) => <Change {...change} />}
        />
      )}
    </Card>
  );
}
