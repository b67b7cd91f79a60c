import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Form, Input, Radio } from 'antd';
import { passwordBody, profileBody } from '../../../../shared/people.ts';
import type { SessionUser } from '../../../../shared/session.ts';
import type { WeeklyMail } from '../../../../shared/weekly-mail.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { CallButton } from '../../../components/buttons.tsx';
import { CropUpload } from '../../../components/crop-upload.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageSection, SwitchLine } from '../../../components/page-section.tsx';
import { PasswordInput } from '../../../components/password-input.tsx';
import { Skeleton, SkeletonLine } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useFormCall } from '../../../components/use-form-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { formatDay } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { meQuery, useMe } from '../../../session/me.ts';
import type { ThemeName } from '../../../state/store.ts';
import { setTheme, useThemeName } from '../../../theme/theme-store.ts';
import { PasswordParts } from '../auth-pages/password-parts.tsx';
import { AccountPart, useAccount, useAccountChanged } from './account-part.tsx';
import { DataPart } from './data-part.tsx';
import { AccountRulePart, SecurityPart, SessionsPart } from './security-part.tsx';

const WEEKLY = '/weekly-mail';

function WeeklyPart() {
  const client = useQueryClient();
  const query = useGet<WeeklyMail>(WEEKLY);
  const { call, isBusy } = useCall();
  const save = (data: WeeklyMail) =>
    call({ url: WEEKLY, method: 'put', values: data, onSuccess: () => client.setQueryData([WEEKLY], { data }) });
  return (
    <PageSection title={t('preferences.weekly.title')} text={t('preferences.weekly.text')}>
      <Loaded query={query} waiting={<SkeletonLine />}>
        {({ data }) => (
          <SwitchLine
            label={t('preferences.weekly.action')}
            checked={data.isOn}
            loading={isBusy}
            onChange={(isOn) => save({ isOn })}
          />
        )}
      </Loaded>
    </PageSection>
  );
}

export function PreferencesPage() {
  const me = useMe();
  const canEditMe = useAllowed('profile', 'edit');
  const canChangePassword = useAllowed('profile', 'change-password');
  const canSeeFactors = useAllowed('second-factor', 'show');
  const canSeeSessions = useAllowed('own-sessions', 'list');
  const canRequire = useAllowed('account', 'require-factor');
  const canSeeLetters = useAllowed('weekly-mail', 'show');
  const canSee = useAllowed('account', 'show');
  const query = useAccount(canSee);
  const account = query.data?.data;
  return (
    <PageFrame title={t('preferences.title')} intro={t('preferences.intro')}>
      {account?.deletesAt && <Pending deletesAt={account.deletesAt} />}
      <ThemePart />
      <Loaded query={me} waiting={<Skeleton title rows={3} />}>
        {(data) => canEditMe && <ProfilePart me={data} />}
      </Loaded>
      {canChangePassword && <PasswordPart />}
      {canSeeFactors && <SecurityPart />}
      {canSeeSessions && <SessionsPart />}
      {canSeeLetters && <WeeklyPart />}
      {canSee && (
        <Loaded query={query} waiting={<Skeleton title rows={3} />}>
          {({ data }) => (
            <>
              <AccountPart account={data} />
              {canRequire && <AccountRulePart account={data} />}
              <DataPart account={data} />
            </>
          )}
        </Loaded>
      )}
      <UnsavedGuard />
    </PageFrame>
  );
}

function ThemePart() {
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
  const changed = useAccountChanged();
  const undo = { url: '/users/me/undo-deletion', successText: t('preferences.pending.undone'), onSettled: changed };
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
          <CallButton call={undo} allowedBy={['account', 'undo-deletion']}>
            {t('preferences.pending.undo')}
          </CallButton>
        }
      />
    </section>
  );
}

interface PasswordValues {
  current: string;
  password: string;
}

function PasswordPart() {
  const { form, formProps, isSaving } = useFormCall<PasswordValues>({
    url: '/users/me/password',
    method: 'put',
    initial: { current: '', password: '' },
    bodyOf: ({ current, password: secret }) => ({ current, password: secret }),
    successText: () => t('preferences.password.saved'),
    onSaved: (_, { resetFields }) => resetFields(),
  });
  const password: string = Form.useWatch('password', form) ?? '';
  return (
    <PageSection title={t('preferences.password.title')} text={t('preferences.password.text')}>
      <Form {...formProps}>
        <FormField name="current" label={t('preferences.password.current')} schema={passwordBody.shape.current}>
          <PasswordInput autoComplete="current-password" />
        </FormField>
        <FormField
          name="password"
          label={t('preferences.password.new')}
          schema={passwordBody.shape.password}
          extra={<PasswordParts password={password} />}
        >
          <PasswordInput autoComplete="new-password" />
        </FormField>
        <Button htmlType="submit" loading={isSaving}>
          {t('preferences.password.save')}
        </Button>
      </Form>
    </PageSection>
  );
}

const MAX_BYTES = 2 * 1024 * 1024;

function ProfilePart({ me }: { me: SessionUser }) {
  const client = useQueryClient();
  const { formProps, isSaving } = useFormCall<{ name: string }, SessionUser>({
    url: '/users/me',
    method: 'patch',
    initial: { name: me.name },
    bodyOf: ({ name }) => ({ name: name.trim() }),
    successText: () => t('preferences.profile.saved'),
    onSaved: (changed) => client.setQueryData(meQuery.queryKey, changed),
    isGuarded: true,
  });
  return (
    <PageSection title={t('preferences.profile.title')} text={t('preferences.profile.text')}>
      <Picture me={me} />
      <Form {...formProps}>
        <FormField name="name" label={t('preferences.profile.name')} schema={profileBody.shape.name.unwrap()}>
          <Input autoComplete="name" maxLength={120} />
        </FormField>
        <Form.Item className="form-field" label={t('preferences.profile.email')}>
          {me.email}
        </Form.Item>
        <Button htmlType="submit" loading={isSaving}>
          {t('preferences.profile.save')}
        </Button>
      </Form>
    </PageSection>
  );
}

function Picture({ me }: { me: SessionUser }) {
  const client = useQueryClient();
  const { call, isBusy } = useCall<SessionUser>();
  const use = (avatar: string | null, onDone?: () => void) =>
    call({
      url: '/users/me',
      method: 'patch',
      values: { avatar },
      successText: t(avatar ? 'preferences.profile.avatarSaved' : 'preferences.profile.avatarRemoved'),
      onSuccess: (changed) => {
        client.setQueryData(meQuery.queryKey, changed);
        onDone?.();
      },
    });
  return (
    <Flex align="center" gap="middle" style={{ marginBottom: 20 }}>
      <Avatar name={me.name} picture={me.avatar} size={64} />
      <div>
        <CropUpload
          maxBytes={MAX_BYTES}
          wrong={t('validation.invalid_image')}
          isBusy={isBusy}
          onUse={({ canvas, close }) => use(canvas.toDataURL('image/png'), close)}
        >
          <Button>{t('preferences.profile.choose')}</Button>
        </CropUpload>
        {me.avatar && (
          <Button type="text" loading={isBusy} onClick={() => use(null)}>
            {t('preferences.profile.remove')}
          </Button>
        )}
        <p className="small-text" style={{ marginTop: 4 }}>
          {t('preferences.profile.avatarHint')}
        </p>
      </div>
    </Flex>
  );
}
