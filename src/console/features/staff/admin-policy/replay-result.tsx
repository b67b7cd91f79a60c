import { Card, Flex, List, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../../shared/format.ts';
import type { PolicyReplay } from '../../../../shared/policy.ts';
import { Icon } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { AnswerMark } from './policy-parts.tsx';

type ReplayedChange = PolicyReplay['changes'][number];

/** Decisions of one role about one action: what they were and would be, who asked, and the latest one. */
function Change({ role, resource, action, before, after, count, people, example }: ReplayedChange) {
  const { t } = useTranslation();
  const names = people.map(({ who, account, count: times }) =>
    t('admin-policy.replay.person', { who, account, times }),
  );
  return (
    <List.Item
      extra={
        <Flex gap={8} align="center">
          <AnswerMark answer={before} flag={null} />
          <Icon name="chevronRight" size={14} />
          <AnswerMark answer={after} flag={null} />
        </Flex>
      }
    >
      <Flex vertical gap={4}>
        <Flex wrap gap="4px 8px">
          <strong className="figures">{t('admin-policy.replay.times', { count })}</strong>
          <code>{role}</code>
          <code>
            {resource} {action}
          </code>
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
export function ReplayResult({ replay: { decisions, differing, changes } }: { replay: PolicyReplay }) {
  const { t } = useTranslation();
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
