import { Card, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { formatList } from '../../../../shared/format.ts';
import type {
  PolicyAnswers,
  PolicyQuestion,
  PolicySituation,
  SituatedPolicyAnswer,
} from '../../../../shared/policy.ts';
import { Icon } from '../../../components/icon.tsx';
import { namedFlag, namedRole, PolicyName } from '../../../components/policy-labels.tsx';
import { Loaded } from '../../../components/states.tsx';
import { t } from '../../../providers/i18n.ts';
import { Deed, grantSentence, RowText, useAnswer } from './policy-parts.tsx';

/** Tells which smallest change of role or flag would allow the action. */
function ChangeText({ question, answer: { change, situation } }: AnswerProps) {
  if (!change) return <p>{t('admin-policy.change.none')}</p>;
  const { role, flag } = change;
  const byFlag =
    flag === 'self' || flag === 'fresh'
      ? t(`admin-policy.change.${flag}`)
      : t('admin-policy.change.plan', { flag: flag && namedFlag(flag) });
  const isOtherRole = role !== question.role && situation !== 'customer';
  const steps = [isOtherRole && t('admin-policy.change.role', { role: namedRole(role) }), flag !== null && byFlag];
  return (
    <p>
      {t('admin-policy.change.label')} <strong>{formatList(steps.filter((step) => step !== false))}</strong>.
    </p>
  );
}

interface AnswerProps {
  question: PolicyQuestion;
  answer: SituatedPolicyAnswer;
}

/** The answer in one situation, with the row that decides, or the smallest change that would allow the action. */
function Answer({ question, answer }: AnswerProps) {
  const { situation, allowed, row, rows, refusal } = answer;
  return (
    <section aria-label={t(`admin-policy.situations.${situation}`)}>
      <Flex gap={8} wrap>
        <Typography.Text strong type={allowed ? 'success' : 'danger'}>
          <Icon name={allowed ? 'check' : 'close'} size={18} /> {t(`admin-policy.answers.${allowed ? 'yes' : 'no'}`)}
        </Typography.Text>
        <strong>{t(`admin-policy.situations.${situation}`)}</strong>
      </Flex>
      {row ? (
        <>
          <RowText row={row} />
          <p>{t('admin-policy.rows', { rows })}</p>
          <Typography.Paragraph type="secondary">
            {grantSentence(row, situation === 'customer' ? 'OWNER' : question.role)}
          </Typography.Paragraph>
        </>
      ) : (
        <>
          <p>{t(refusal === 'plan' ? 'admin-policy.byPlan' : 'admin-policy.byRole')}</p>
          <ChangeText question={question} answer={answer} />
        </>
      )}
    </section>
  );
}

interface VerdictProps {
  question: PolicyQuestion;
  /** Shows only this situation's answer. */
  situation?: PolicySituation;
  close?: ReactNode;
}

/** The answers to a question, one for each situation that the role can be in. */
export function VerdictCard({ question, situation, close }: VerdictProps) {
  const query = useAnswer<PolicyAnswers>(question);
  const { role, flags, resource, action } = question;
  return (
    <Card size="small" role="region" aria-live="polite" aria-label={t('admin-policy.verdict')}>
      <Flex vertical gap={12}>
        <Flex align="center" gap={16}>
          <span className="fill small-text">
            <PolicyName kind="role" name={role} />{' '}
            {flags.length > 0 && t('admin-policy.withFlags', { flags: formatList(flags.map(namedFlag)) })}{' '}
            <Icon name="chevronRight" size={12} /> <Deed resource={resource} action={action} />
          </span>
          {close}
        </Flex>
        <Loaded query={query} rows={2}>
          {({ data }) => (
            <>
              {data.answers
                .filter((answer) => !situation || answer.situation === situation)
                .map((answer) => (
                  <Answer key={answer.situation} question={question} answer={answer} />
                ))}
            </>
          )}
        </Loaded>
      </Flex>
    </Card>
  );
}
