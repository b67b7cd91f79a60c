import { useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Form, Input } from 'antd';
import { profileBody } from '../../../../shared/people.ts';
import type { SessionUser } from '../../../../shared/session.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { CropUpload } from '../../../components/crop-upload.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { PageSection } from '../../../components/page-section.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useFormCall } from '../../../components/use-form-call.ts';
import { t } from '../../../providers/i18n.ts';
import { meQuery } from '../../../session/me.ts';

const MAX_BYTES = 2 * 1024 * 1024;

export function ProfilePart({ me }: { me: SessionUser }) {
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
