import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { AnswerMark } from './answer-mark.tsx';
import { type Pair, PairFields } from './pair-fields.tsx';
import { RowText } from './policy-row.tsx';
import { roleWord } from './policy-words.ts';
import { type PolicyView, useWhoMay } from './use-policy.ts';

/** "Who may do A on T?": everybody who may, with what it takes and the row that decides. */
export function WhoTab({ policy }: { policy: PolicyView }) {
  const { t } = useTranslation();
  const [pair, setPair] = useState<Pair>({ resource: undefined, action: undefined });
  const { resource, action } = pair;
  const question = resource !== undefined && action !== undefined ? { resource, action } : undefined;
  const { data, error, refetch, isFetching } = useWhoMay(question);
  return (
    <div className="policy-ask">
      <form className="policy-form" onSubmit={(event) => event.preventDefault()}>
        <PairFields policy={policy} pair={pair} onChange={setPair} />
      </form>
      {!question ? (
        <p className="policy-hint">{t('admin-policy.whoHint')}</p>
      ) : error ? (
        <LoadError error={error} again={() => void refetch()} busy={isFetching} />
      ) : !data ? (
        <Skeleton rows={4} />
      ) : (
        <section className="verdict" aria-live="polite" aria-label={t('admin-policy.tabs.who')}>
          <h2>{t('admin-policy.whoCount', { count: data.length })}</h2>
          <ul className="who-list">
            {data.map(({ role, flag, row }) => (
              <li key={`${role} ${flag}`}>
                <span className="who-role">
                  <strong>{roleWord(t, role)}</strong> <code>{role}</code>
                </span>
                <AnswerMark answer={flag === null ? 'yes' : flag === 'self' ? 'self' : 'plan'} flag={flag} />
                <RowText row={row} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
