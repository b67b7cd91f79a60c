import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { PageSection } from '../../../components/page-section.tsx';
import { useCall } from '../../../components/use-call.ts';
import { type Account, useAccountChanged } from './account.ts';

/** Whether everybody in the account must have a second factor. */
export function AccountRulePart({ account }: { account: Account }) {
  const { t } = useTranslation();
  const changed = useAccountChanged();
  const { call, isBusy } = useCall();
  const set = (required: boolean) =>
    call({
      url: '/account/second-factor',
      method: 'put',
      values: { required },
      successText: t(`second-factor.rule.${required ? 'on' : 'off'}`),
      onSettled: () => void changed(),
    });
  return (
    <PageSection title={t('second-factor.rule.title')} text={t('second-factor.rule.text')}>
      <Switch
        aria-label={t('second-factor.rule.title')}
        checked={account.requiresFactor}
        loading={isBusy}
        onChange={set}
      />
    </PageSection>
  );
}
