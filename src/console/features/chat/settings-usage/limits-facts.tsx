import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMIT_KINDS, type LimitsRecord } from '../../../../shared/limits.ts';
import { formatCount } from '../../../components/format.ts';
import { OWN_SENTENCES } from '../pause/limits.ts';
import '../../../resource/show-page.css';

function Fact({ label, isLong, children }: { label: string; isLong?: boolean; children: ReactNode }) {
  return (
    <div className={isLong ? 'fact fact-long' : 'fact'}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The limits of a context for whom may only read them. */
export function LimitsFacts({ record }: { record: LimitsRecord }) {
  const { t } = useTranslation();
  return (
    <div className="limits-form">
      <p className="limits-only-read">{t('limits.onlyRead')}</p>
      <dl className="facts">
        {(['daily', 'monthly', 'perMinute', 'credits'] as const).map((name) => (
          <Fact key={name} label={t(`limits.fields.${name}`)}>
            {record[name] === null ? t(`limits.none.${name}`) : formatCount(record[name])}
          </Fact>
        ))}
        <Fact label={t('limits.fields.defaultMessage')} isLong>
          {record.defaultMessage || t('chat.default_message')}
        </Fact>
        {LIMIT_KINDS.map((kind) => (
          <Fact key={kind} label={t(`limits.fields.messages.${kind}`)} isLong>
            {record.messages[kind] || t(OWN_SENTENCES[kind])}
          </Fact>
        ))}
        <Fact label={t('limits.parts.withoutCredits')} isLong>
          {t(`limits.withoutCredits.${record.withoutCredits}`)}
        </Fact>
        <Fact label={t('limits.fields.notify')} isLong>
          {t(`resource.options.${record.notify}`)}
        </Fact>
      </dl>
    </div>
  );
}
