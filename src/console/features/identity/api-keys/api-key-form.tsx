import { apiKeys } from '../../../../../resources/api-keys.ts';
import { FormDialog } from '../../../resource/form-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** Creates a key, then shows its secret, which only the answer to this call contains. */
export const ApiKeyForm = () => (
  <FormDialog
    resource={apiKeys}
    result={(row, close) => {
      const { name, secret = '' }: typeof row & { secret?: string } = row;
      return <SecretDialog name={name} secret={secret} onClose={close} />;
    }}
  />
);
