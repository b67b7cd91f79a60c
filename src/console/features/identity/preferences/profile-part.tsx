import { useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Form, Input, Upload } from 'antd';
import { useState } from 'react';
import { profileBody } from '../../../../shared/people.ts';
import type { SessionUser } from '../../../../shared/session.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { CropDialog } from '../../../components/crop-dialog.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { PageSection } from '../../../components/page-section.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useFormCall } from '../../../components/use-form-call.ts';
import { t } from '../../../providers/i18n.ts';
import { notify } from '../../../providers/notification.tsx';
import { meQuery } from '../../../session/me.ts';

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
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
  const [chosen, setChosen] = useState<File>();
  const choose = (file: File) => {
    if (TYPES.includes(file.type) && file.size <= MAX_BYTES) setChosen(file);
    else notify({ type: 'error', message: t('validation.invalid_image') });
    return false;
  };
  const use = (avatar: string | null) =>
    call({
      url: '/users/me',
      method: 'patch',
      values: { avatar },
      successText: t(avatar ? 'preferences.profile.avatarSaved' : 'preferences.profile.avatarRemoved'),
      onSuccess: (changed) => {
        client.setQueryData(meQuery.queryKey, changed);
        setChosen(undefined);
      },
    });
  return (
    <Flex align="center" gap="middle" style={{ marginBottom: 20 }}>
      <Avatar name={me.name} picture={me.avatar} size={64} />
      <div>
        <Upload accept={TYPES.join()} showUploadList={false} beforeUpload={choose}>
          <Button>{t('preferences.profile.choose')}</Button>
        </Upload>
        {me.avatar && (
          <Button type="text" loading={isBusy} onClick={() => use(null)}>
            {t('preferences.profile.remove')}
          </Button>
        )}
        <p className="small-text" style={{ marginTop: 4 }}>
          {t('preferences.profile.avatarHint')}
        </p>
      </div>
      {chosen && (
        <CropDialog
          file={chosen}
          isBusy={isBusy}
          onClose={() => setChosen(undefined)}
          onUse={(_, canvas) => use(canvas.toDataURL('image/png'))}
        />
      )}
    </Flex>
  );
}
