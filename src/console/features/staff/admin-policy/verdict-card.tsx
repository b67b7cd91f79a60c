import { Card, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PolicyQuestion, PolicyVerdict } from '../../../../shared/policy.ts';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { RowText } from './policy-parts.tsx';
import { useAnswer } from './use-policy.ts';

/** The start of the server's sentence. It is removed, since the mark already shows the answer. */
const YES = /^sim: /;

function VerdictMark({ allowed }: { allowed: boolean }) {
  const { t } = useTranslation();
  return (
    <Typography.Text strong type={allowed ? 'success' : 'danger'}>
      <Icon name={allowed ? 'check' : 'close'} size={18} />{' '}
      {t(allowed ? 'admin-policy.answers.yes' : 'admin-policy.answers.no')}
    </Typography.Text>
  );
}

/** Tells which smallest change of role or flag would allow the action. */
function ChangeText({ question, verdict }: { question: PolicyQuestion; verdict: PolicyVerdict }) {
  const { t } = useTranslation();
  const { change } = verdict;
  if (!change) return <p>{t('admin-policy.change.none')}</p>;
  const { role, flag } = change;
  const byFlag = flag === 'self' ? t('admin-policy.change.self') : t('admin-policy.change.plan', { flag });
  const steps = [
    ...(role === question.role ? [] : [t('admin-policy.change.role', { role })]),
    ...(flag === null ? [] : [byFlag]),
  ];
  return (
    <p>
      {t('admin-policy.change.label')} <strong>{new Intl.ListFormat('pt-BR').format(steps)}</strong>.
    </p>
  );
}

function Reason({ question, verdict }: { question: PolicyQuestion; verdict: PolicyVerdict }) {
  const { t } = useTranslation();
  if (verdict.row) {
    return (
      <>
        <p>{t('admin-policy.because')}</p>
        <RowText row={verdict.row} />
        <Typography.Paragraph type="secondary">{verdict.sentence.replace(YES, '')}</Typography.Paragraph>
      </>
    );
  }
  return (
    <>
      <p>{t(verdict.refusal === 'plan' ? 'admin-policy.byPlan' : 'admin-policy.byRole')}</p>
      <ChangeText question={question} verdict={verdict} />
    </>
  );
}

/** The answer to a question, with the row that decides, or the smallest change that would allow the action. */
export function VerdictCard({ question, close }: { question: PolicyQuestion; close?: ReactNode }) {
  const { t } = useTranslation();
  const query = useAnswer<PolicyVerdict>(question);
  const { role, flags, resource, action } = question;
  return (
    <Card size="small" role="region" aria-live="polite" aria-label={t('admin-policy.verdict')}>
      <Flex vertical gap={8}>
        <Flex align="center" gap={16}>
          {query.data && <VerdictMark allowed={query.data.data.allowed} />}
          <Typography.Text type="secondary" className="fill">
            <code>{role}</code> {flags.length > 0 && t('admin-policy.withFlags', { flags: flags.join(', ') })}{' '}
            <Icon name="chevronRight" size={12} /> <code>{resource}</code> <Icon name="chevronRight" size={12} />{' '}
            <code>{action}</code>
          </Typography.Text>
          {close}
        </Flex>
        <Loaded query={query} waiting={<Skeleton rows={2} />}>
          {({ data }) => <Reason question={question} verdict={data} />}
        </Loaded>
      </Flex>
    </Card>
  );
}
