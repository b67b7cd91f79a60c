import { Card, Descriptions } from 'antd';
import { useTranslation } from 'react-i18next';
import { LIMIT_KINDS, type LimitsRecord } from '../../../../shared/limits.ts';
import { formatCount } from '../../../components/format.ts';
import { OWN_SENTENCES } from '../pause/limits.ts';
import '../../../resource/resource.css';

/** Shows the limits of a context to users who may not change them. */
export function LimitsFacts({ record }: { record: LimitsRecord }) {
  const { t } = useTranslation();
  const fact = (label: string, children: string) => ({ key: label, label, children, span: 'filled' as const });
  const amounts = (['daily', 'monthly', 'perMinute', 'credits'] as const).map((name) => ({
    key: name,
    label: t(`limits.fields.${name}`),
    children: record[name] === null ? t(`limits.none.${name}`) : formatCount(record[name]),
  }));
  return (
    <div className="limits-form">
      <p className="limits-only-read">{t('limits.onlyRead')}</p>
      <Card>
        <Descriptions
          className="facts"
          layout="vertical"
          colon={false}
          column={{ xs: 1, md: 2 }}
          items={[
            ...amounts,
            fact(t('limits.fields.defaultMessage'), record.defaultMessage || t('chat.default_message')),
            ...LIMIT_KINDS.map((kind) =>
              fact(t(`limits.fields.messages.${kind}`), record.messages[kind] || t(OWN_SENTENCES[kind])),
            ),
            fact(t('limits.parts.withoutCredits'), t(`limits.withoutCredits.${record.withoutCredits}`)),
            fact(t('limits.fields.notify'), t(`resource.options.${record.notify}`)),
          ]}
        />
      </Card>
    </div>
  );
}
