import { apiKeys } from '../../../../../resources/api-keys.ts';
import { ListPage } from '../../../resource/list-page.tsx';

export const ApiKeysPage = () => (
  <ListPage
    resource={apiKeys}
    isFixed={({ status }) => status === 'revoked' || status === 'expired'}
    // antd has no monospaced cell, and letters of a secret look alike otherwise.
    cells={{ hint: ({ hint }) => <code>{`…${hint}`}</code> }}
  />
);
