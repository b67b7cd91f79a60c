import { useCustomMutation } from '@refinedev/core';
import { Alert, Button, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../components/days.ts';
import { successNotice } from '../../../components/notices.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageSection } from '../../../components/page-section.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useMe } from '../../../session/me.ts';
import { setTheme, useThemeName } from '../../../theme/theme-store.ts';
import type { ThemeName } from '../../../theme/tokens.ts';
import { useAccount, useAccountChanged } from './account.ts';
import { AccountPart } from './account-part.tsx';
import { DataPart } from './data-part.tsx';
import { PasswordPart } from './password-part.tsx';
import { ProfilePart } from './profile-part.tsx';
import { WeeklyPart } from './weekly-part.tsx';
import '../../../components/form.css';
import '../identity.css';

/** The user's own settings and, if they may see the account, its details, data export and deletion. */
export function PreferencesPage() {
  const { t } = useTranslation();
  const me = useMe();
  const canEditMe = useAllowed('profile', 'edit');
  const canChangePassword = useAllowed('profile', 'change-password');
  const canSeeLetters = useAllowed('weekly-mail', 'show');
  const canSee = useAllowed('account', 'show');
  const query = useAccount(canSee);
  const account = query.data?.data;
  return (
    <PageFrame title={t('preferences.title')} intro={t('preferences.intro')}>
      {account?.deletesAt && <Pending deletesAt={account.deletesAt} />}
      <ThemePart />
      {me.data ? (
        canEditMe && <ProfilePart me={me.data} />
      ) : me.isError ? (
        <LoadError error={me.error} again={() => void me.refetch()} busy={me.isFetching} />
      ) : (
        <Skeleton title rows={3} />
      )}
      {canChangePassword && <PasswordPart />}
      {canSeeLetters && <WeeklyPart />}
      {canSee &&
        (account ? (
          <>
            <AccountPart account={account} />
            <DataPart account={account} />
          </>
        ) : query.isError ? (
          <LoadError error={query.error} again={() => void query.refetch()} busy={query.isFetching} />
        ) : (
          <Skeleton title rows={3} />
        ))}
    </PageFrame>
  );
}

function ThemePart() {
  const { t } = useTranslation();
  const theme = useThemeName();
  return (
    <PageSection title={t('preferences.theme.title')} text={t('preferences.theme.text')}>
      <Radio.Group
        aria-label={t('preferences.theme.title')}
        value={theme}
        onChange={({ target }) => setTheme(target.value as ThemeName)}
      >
        <Radio value="dark">{t('preferences.theme.dark')}</Radio>
        <Radio value="light">{t('preferences.theme.light')}</Radio>
      </Radio.Group>
    </PageSection>
  );
}

/** States when the account will be deleted, with a button to undo the deletion. */
function Pending({ deletesAt }: { deletesAt: string }) {
  const { t } = useTranslation();
  const canUndo = useAllowed('account', 'undo-deletion');
  const changed = useAccountChanged();
  const { mutate, mutation } = useCustomMutation();
  const undo = () =>
    mutate(
      {
        url: '/users/me/undo-deletion',
        method: 'post',
        values: {},
        successNotification: successNotice(t('preferences.pending.undone')),
      },
      { onSettled: () => void changed() },
    );
  const title = t('preferences.pending.title', { date: formatDay(deletesAt) });
  return (
    <section className="page-part" aria-label={title}>
      <Alert
        type="warning"
        role="presentation"
        showIcon
        message={<h2>{title}</h2>}
        description={t('preferences.pending.text')}
        action={
          canUndo && (
            <Button loading={mutation.isPending} onClick={undo}>
              {t('preferences.pending.undo')}
            </Button>
          )
        }
      />
    </section>
  );
}
