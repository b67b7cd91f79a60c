import { useLogout } from '@refinedev/core';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Flex, Form, Input } from 'antd';
import type { SecondFactor } from '../../shared/second-factor.ts';
import { FormModal } from '../components/form-modal.tsx';
import { Modal } from '../components/modal.tsx';
import { PasswordInput } from '../components/password-input.tsx';
import { useCall } from '../components/use-call.ts';
import { useGet } from '../components/use-get.ts';
import { showFailure } from '../providers/failure.ts';
import { t } from '../providers/i18n.ts';
import { answerWithPasskey } from '../session/passkeys.ts';

interface Props {
  settle(isProven: boolean): void;
}

/** Asks for the second factor or, from a user without one, for the password. */
export function StepUpDialog({ settle }: Props) {
  const query = useGet<SecondFactor>('/users/me/second-factor');
  const confirmBy = query.data?.data.confirmBy;
  const cancel = () => settle(false);
  if (confirmBy?.length === 0) return <OnlyBySigningIn onCancel={cancel} />;
  if (confirmBy) return <ProofModal confirmBy={confirmBy} settle={settle} />;
  return (
    <Modal open title={t('second-factor.stepUp.title')} onCancel={cancel} loading={query.isLoading}>
      {query.error && <Alert type="error" showIcon message={query.error.message} />}
    </Modal>
  );
}

function OnlyBySigningIn({ onCancel }: { onCancel: () => void }) {
  const { mutate: logout } = useLogout();
  return (
    <Modal
      open
      title={t('second-factor.stepUp.title')}
      onCancel={onCancel}
      okText={t('second-factor.stepUp.signOut')}
      onOk={() => {
        onCancel();
        logout({});
      }}
    >
      <p>{t('second-factor.stepUp.again')}</p>
    </Modal>
  );
}

function ProofModal({ confirmBy, settle }: Props & { confirmBy: SecondFactor['confirmBy'] }) {
  const [form] = Form.useForm<{ proof: string }>();
  const { call, isBusy } = useCall();
  const field = confirmBy.includes('password') ? 'password' : 'code';
  const hasField = confirmBy.some((way) => way !== 'passkey');
  const send = (values: object) =>
    call({
      url: '/users/me/confirm',
      values,
      isShown: ({ status }) => status === 422 && 'passkey' in values === false,
      onSuccess: () => settle(true),
      onError: ({ errors, message, status }) => {
        const [text = message] = [errors?.[field]].flat() as (string | undefined)[];
        if (status === 422) form.setFields([{ name: 'proof', value: '', errors: [text] }]);
        form.focusField('proof');
      },
    });
  const { mutate: askForPasskey, isPending: isAsking } = useMutation({
    mutationFn: () => answerWithPasskey('/users/me/confirm/passkey'),
    onSuccess: (passkey) => passkey && send({ passkey }),
    onError: showFailure,
  });
  return (
    <FormModal
      title={t('second-factor.stepUp.title')}
      onCancel={() => settle(false)}
      okText={t('second-factor.stepUp.action')}
      isSaving={isBusy}
      okButtonProps={{ hidden: !hasField }}
      formProps={{
        form,
        name: 'step-up',
        layout: 'vertical',
        onFinish: ({ proof = '' }: { proof?: string }) => send({ [field]: proof }),
      }}
    >
      <p>{t('second-factor.stepUp.text')}</p>
      <Flex vertical gap="middle">
        {confirmBy.includes('passkey') && (
          <Button loading={isAsking} onClick={() => askForPasskey()}>
            {t('second-factor.usePasskey')}
          </Button>
        )}
        {hasField && (
          <Form.Item
            name="proof"
            label={t(`second-factor.stepUp.${field}`)}
            rules={[{ required: true, message: t('validation.required') }]}
            validateTrigger="onSubmit"
          >
            {field === 'password' ? (
              <PasswordInput data-first autoComplete="current-password" />
            ) : (
              <Input data-first autoComplete="one-time-code" maxLength={40} spellCheck={false} />
            )}
          </Form.Item>
        )}
      </Flex>
    </FormModal>
  );
}
