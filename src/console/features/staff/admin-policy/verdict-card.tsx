import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { VerdictMark } from './answer-mark.tsx';
import { RowText } from './policy-row.tsx';
import { type PolicyQuestion, type PolicyVerdict, useVerdict } from './use-policy.ts';

/** The mark has said it already. */
const YES = /^sim: /;

/** What it would take, in words: another role, a flag, or both. */
function ChangeText({ question, verdict }: { question: PolicyQuestion; verdict: PolicyVerdict }) {
  const { t } = useTranslation();
  const { change } = verdict;
  if (!change) return <p>{t('admin-policy.change.none')}</p>;
  const steps = [
    ...(change.role === question.role ? [] : [t('admin-policy.change.role', { role: change.role })]),
    ...(change.flag === null
      ? []
      : [
          change.flag === 'self' ? t('admin-policy.change.self') : t('admin-policy.change.plan', { flag: change.flag }),
        ]),
  ];
  return (
    <p>
      {t('admin-policy.change.label')} <strong>{new Intl.ListFormat('pt-BR').format(steps)}</strong>.
    </p>
  );
}

/** The answer to a question, by the server's own enforcer: the row that decides, or the smallest change that would do. */
export function VerdictCard({ question, close }: { question: PolicyQuestion; close?: ReactNode }) {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useVerdict(question);
  const { role, flags, resource, action } = question;
  return (
    <section className="verdict" aria-live="polite" aria-label={t('admin-policy.verdict')}>
      <header>
        {data && <VerdictMark allowed={data.allowed} />}
        <p className="verdict-question">
          <code>{role}</code> {flags.length > 0 && t('admin-policy.withFlags', { flags: flags.join(', ') })}{' '}
          <Icon name="chevronRight" size={12} /> <code>{resource}</code> <Icon name="chevronRight" size={12} />{' '}
          <code>{action}</code>
        </p>
        {close}
      </header>
      {error ? (
        <LoadError error={error} again={() => void refetch()} busy={isFetching} />
      ) : !data ? (
        <Skeleton rows={2} />
      ) : data.row ? (
        <>
          <p>{t('admin-policy.because')}</p>
          <RowText row={data.row} />
          <p className="verdict-sentence">{data.sentence.replace(YES, '')}</p>
        </>
      ) : (
        <>
          <p>{t(data.refusal === 'plan' ? 'admin-policy.byPlan' : 'admin-policy.byRole')}</p>
          <ChangeText question={question} verdict={data} />
        </>
      )}
    </section>
  );
}
