import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { type CreditLimits, spreadOf } from '../../../../shared/credit-limits.ts';
import { allCredits, type Row } from './draft.ts';
import { ShareBar } from './share-bar.tsx';
import { writtenCredits } from './written-credits.ts';

/** What the account has to spread, and how much of it is. */
export function AccountCredits(props: { limits: CreditLimits; rows: readonly Row[]; onEvenly?: () => void }) {
  const { t } = useTranslation();
  const { granted, used, lasting } = props.limits.credits;
  const spread = spreadOf(props.rows).get(null) ?? 0;
  const all = allCredits(props.limits);
  return (
    <section className="limit-account" aria-label={t('credit-limits.account.title')}>
      <div className="limit-account-head">
        <h2>{t('credit-limits.account.title')}</h2>
        <p className="figures">
          {t('credit-limits.account.used', { used: writtenCredits(used), granted: writtenCredits(granted) })}
          {lasting > 0 && `, ${t('credit-limits.account.lasting', { lasting: writtenCredits(lasting) })}`}
          {` · ${t('credit-limits.account.spread', { spread: writtenCredits(spread) })}`}
        </p>
      </div>
      <ShareBar used={used} spread={spread} limit={all} />
      <div className="limit-account-foot">
        <ul className="share-legend">
          {(['used', 'spread', 'left'] as const).map((part) => (
            <li key={part} data-part={part}>
              {t(`credit-limits.legend.${part}`)}
            </li>
          ))}
        </ul>
        {props.onEvenly && <Button onClick={props.onEvenly}>{t('credit-limits.evenlyAll')}</Button>}
      </div>
    </section>
  );
}
