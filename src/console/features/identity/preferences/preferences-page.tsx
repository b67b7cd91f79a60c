import { useQuery } from '@tanstack/react-query';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { request } from '../../../http/client.ts';
import { Icon } from '../../../components/icon.tsx';
import { LoadError } from '../../../components/states.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import '../../../resource/resource-form.css';
import { useMay } from '../../../providers/use-may.ts';
import { useMe } from '../../../session/me.ts';
import { setTheme, useThemeName } from '../../../theme/theme-store.ts';
import type { ThemeName } from '../../../theme/tokens.ts';
import { accountQuery, useAccountChanged, useSending, writtenDay } from './account.ts';
import { AccountPart } from './account-part.tsx';
import { DataPart } from './data-part.tsx';
import { Part } from './part.tsx';
import { PasswordPart } from './password-part.tsx';
import { Button } from '../../../components/button.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import './preferences.css';
import { ProfilePart } from './profile-part.tsx';
import { WeeklyPart } from './weekly-part.tsx';

/** What one chooses for oneself and, for who runs the account, its data and its end. */
export function PreferencesPage() {
  const { t } = useTranslation();
  const me = useMe();
  const mayEditMe = useMay('profile', 'edit');
  const mayChangePassword = useMay('profile', 'change-password');
  const maySeeLetters = useMay('weekly-mail', 'show');
  const maySee = useMay('account', 'show');
  const account = useQuery({ ...accountQuery, enabled: maySee });
  return (
    <PageFrame title={t('preferences.title')} intro={t('preferences.intro')}>
      {account.data?.deletesAt && <Pending deletesAt={account.data.deletesAt} />}
      <div className="preferences">
        <ThemePart />
        {me.data ? (
          mayEditMe && <ProfilePart me={me.data} />
        ) : me.isError ? (
          <LoadError error={me.error} again={() => void me.refetch()} busy={me.isFetching} />
        ) : (
          <Skeleton title rows={3} />
        )}
        {mayChangePassword && <PasswordPart />}
        {maySeeLetters && <WeeklyPart />}
        {maySee &&
          (account.data ? (
            <>
              <AccountPart account={account.data} />
              <DataPart account={account.data} />
            </>
          ) : account.isError ? (
            <LoadError error={account.error} again={() => void account.refetch()} busy={account.isFetching} />
          ) : (
            <Skeleton title rows={3} />
          ))}
      </div>
    </PageFrame>
  );
}

function ThemePart() {
  const { t } = useTranslation();
  const theme = useThemeName();
  return (
    <Part title={t('preferences.theme.title')} text={t('preferences.theme.text')}>
      <Radio.Group
        aria-label={t('preferences.theme.title')}
        value={theme}
        onChange={({ target }) => setTheme(target.value as ThemeName)}
      >
        <Radio value="dark">{t('preferences.theme.dark')}</Radio>
        <Radio value="light">{t('preferences.theme.light')}</Radio>
      </Radio.Group>
    </Part>
  );
}

/** The account's end is on its way: until when, and the way back. */
function Pending({ deletesAt }: { deletesAt: string }) {
  const { t } = useTranslation();
  const mayUndo = useMay('account', 'undo-deletion');
  const changed = useAccountChanged();
  const { send, isBusy } = useSending();
  const undo = async () => {
    await send(() => request('/users/me/undo-deletion', { method: 'POST' }), t('preferences.pending.undone'));
    await changed();
  };
  const title = t('preferences.pending.title', { date: writtenDay(deletesAt) });
  return (
    <section className="account-ends" aria-label={title}>
      <Icon name="clock" />
      <div>
        <h2>{title}</h2>
        <p>{t('preferences.pending.text')}</p>
      </div>
      {mayUndo && (
        <Button loading={isBusy} onClick={() => void undo()}>
          {t('preferences.pending.undo')}
        </Button>
      )}
    </section>
  );
}
