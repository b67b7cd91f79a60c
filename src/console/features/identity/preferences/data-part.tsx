import { useQueryClient } from '@tanstack/react-query';
import { Flex, Form, Input, Switch } from 'antd';
import type { z } from 'zod';
import { FREE_ACCOUNT_LAST_DAYS } from '../../../../shared/constants.ts';
import { type deletionAnswer, deletionBody } from '../../../../shared/people.ts';
import { DialogButton } from '../../../components/buttons.tsx';
import { DownloadButton } from '../../../components/downloads.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { PageSection, SectionLine } from '../../../components/page-section.tsx';
import { PasswordInput } from '../../../components/password-input.tsx';
import { useAskedCall } from '../../../components/use-asked-call.tsx';
import { useFormCall } from '../../../components/use-form-call.ts';
import { formatDay } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ACCOUNT, type Account, useAccountChanged } from './account-part.tsx';

export function DataPart({ account }: { account: Account }) {
  const canExport = useAllowed('account', 'export');
  const canEnd = useAllowed('account', 'delete');
  const canEdit = useAllowed('account', 'edit');
  if (!canExport && !canEnd && !canEdit) return null;
  return (
    <PageSection title={t('preferences.data.title')}>
      <Flex vertical gap={20}>
        {canExport && (
          <SectionLine title={t('preferences.data.exportTitle')} text={t('preferences.data.exportText')}>
            <DownloadButton
              path="/account/export"
              name="dados-da-conta.zip"
              label={t('preferences.data.export')}
              saved={t('preferences.data.exported')}
            />
          </SectionLine>
        )}
        {canEdit && (
          <SectionLine title={t('preferences.data.filesTitle')} text={t('preferences.data.filesText')}>
            <FilesSwitch account={account} />
          </SectionLine>
        )}
        {canEnd && !account.deletesAt && (
          <SectionLine title={t('preferences.data.endTitle')} text={t('preferences.data.endText')}>
            <DialogButton danger dialog={(close) => <EndDialog account={account} onClose={close} />}>
              {t('preferences.data.end')}
            </DialogButton>
          </SectionLine>
        )}
      </Flex>
    </PageSection>
  );
}

/** Turns on or off that originals of files are kept. Turning it off deletes those kept, so it asks first. */
function FilesSwitch({ account }: { account: Account }) {
  const client = useQueryClient();
  const { ask, question, call, isBusy } = useAskedCall<Account>();
  const setTo = (keepsFiles: boolean) => ({
    url: ACCOUNT,
    method: 'put' as const,
    values: { keepsFiles },
    successText: t(`preferences.data.${keepsFiles ? 'filesKept' : 'filesDeleted'}`),
    onSuccess: (saved: Account) => client.setQueryData([ACCOUNT], { data: saved }),
  });
  const askFirst = () =>
    ask({
      ...setTo(false),
      title: t('preferences.data.filesEndTitle'),
      text: t('preferences.data.filesEndText'),
      action: t('preferences.data.filesEnd'),
      isDanger: true,
    });
  return (
    <>
      <Switch
        aria-label={t('preferences.data.filesTitle')}
        checked={account.keepsFiles}
        loading={isBusy}
        onChange={(isOn) => (isOn ? call(setTo(true)) : askFirst())}
      />
      {question}
    </>
  );
}

interface EndValues {
  reason: string;
  password?: string;
}

/** Confirms the deletion of the account: explains what is lost and when, and asks for the reason. */
function EndDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const changed = useAccountChanged();
  const { formProps, isSaving } = useFormCall<EndValues, z.infer<typeof deletionAnswer>>({
    url: '/users/me',
    method: 'delete',
    initial: { reason: '', password: '' },
    bodyOf: ({ reason, password }) => ({ reason: reason.trim(), ...(password && { password }) }),
    successText: ({ deletesAt }) => t('preferences.end.done', { date: formatDay(deletesAt) }),
    onSaved: () => {
      onClose();
      void changed();
    },
  });
  return (
    <FormModal
      title={t('preferences.end.title', { account: account.companyName ?? account.name })}
      onCancel={onClose}
      okText={t('preferences.end.action')}
      okButtonProps={{ danger: true }}
      // antd prefixes the inputs' ids with the form's name. The page below has a password input, too.
      formProps={{ ...formProps, name: 'end' }}
      isSaving={isSaving}
    >
      <p>{t('preferences.end.text')}</p>
      <p>{t('preferences.end.until', { days: FREE_ACCOUNT_LAST_DAYS })}</p>
      <FormField name="reason" label={t('preferences.end.reason')} schema={deletionBody.shape.reason}>
        <Input.TextArea data-first autoSize={{ minRows: 2, maxRows: 6 }} maxLength={1_000} />
      </FormField>
      <Form.Item
        className="form-field"
        name="password"
        label={t('preferences.end.password')}
        extra={t('preferences.end.passwordHint')}
      >
        <PasswordInput autoComplete="current-password" />
      </Form.Item>
    </FormModal>
  );
}
