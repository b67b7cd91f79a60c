import { Card, Descriptions, type DescriptionsProps, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { LIMIT_KINDS, type LimitsRecord } from '../../../../shared/limits.ts';
import { formatCount } from '../../../components/format.ts';
import { OWN_SENTENCES } from '../pause/limits.ts';

/** Shows a context's limits to users who may not edit them. */
export function LimitsFacts({ record }: { record: LimitsRecord }) {
  const { t } = useTranslation();
  const items: DescriptionsProps['items'] = [
    ...(['daily', 'monthly', 'perMinute', 'credits'] as const).map((name) => ({
      key: name,
      label: t(`limits.fields.${name}`),
      children: record[name] === null ? t(`limits.none.${name}`) : formatCount(record[name]),
    })),
    {
      key: 'defaultMessage',
      label: t('limits.fields.defaultMessage'),
      span: 'filled',
      children: record.defaultMessage || t('chat.default_message'),
    },
    ...LIMIT_KINDS.map((kind) => ({
      key: kind,
      label: t(`limits.fields.messages.${kind}`),
      span: 'filled' as const,
      children: record.messages[kind] || t(OWN_SENTENCES[kind]),
    })),
    {
      key: 'withoutCredits',
      label: t('limits.parts.withoutCredits'),
      span: 'filled',
      children: t(`limits.withoutCredits.${record.withoutCredits}`),
    },
    {
      key: 'takesMessages',
      label: t('limits.fields.takesMessages'),
      children: t(`resource.options.${record.takesMessages}`),
    },
    {
      key: 'notify',
      label: t('limits.fields.notify'),
      span: 'filled',
      children: t(`resource.options.${record.notify}`),
    },
  ];
  return (
    <Card>
      <Typography.Paragraph type="secondary">{t('limits.onlyRead')}</Typography.Paragraph>
      <Descriptions layout="vertical" colon={false} column={{ xs: 1, sm: 2 }} items={items} />
    </Card>
  );
}
