import { Form, Input } from 'antd';
import { useState } from 'react';
import { contexts as declaration } from '../../../../resources/contexts.ts';
import type { SessionUser } from '../../../shared/session.ts';
import { isProfile, nameOfSite } from '../../../shared/site-origins.ts';
import { useGet } from '../../components/use-get.ts';
import { request } from '../../http/client.ts';
import { showFailure } from '../../providers/failure.ts';
import { t } from '../../providers/i18n.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { useCurrentContext } from '../../session/current-context.tsx';

/**
 * Returns the field for the name of the business, which its site proposes, and a function that gives the name to the account and the
 * assistant and returns whether that succeeded. Only at the first time: the field is null for those who may not, or have named it.
 */
export function useFirmName(me: SessionUser) {
  const { contexts, refresh } = useCurrentContext();
  const canName = useAllowed(declaration.name, 'edit');
  const canNameAccount = useAllowed('account', 'edit');
  const [typed, setTyped] = useState<string>();
  const root = contexts[0];
  const isAsked = root !== undefined && canName && canNameAccount && me.tutorialMode === null;
  const website = isProfile(me.website) ? null : me.website;
  const query = useGet<{ name: string | null }>('/contents/site-name', {
    query: { url: website },
    isQuiet: true,
    enabled: isAsked && website !== null,
    retry: false,
    staleTime: Infinity,
  });
  const proposed = query.data?.data.name ?? (root && nameOfSite(me.website ?? undefined) ? root.name : '');
  const name = typed ?? proposed;
  const save = async (): Promise<boolean> => {
    const wanted = name.trim();
    if (!isAsked || wanted === '') return true;
    try {
      // The assistant is called like its context.
      if (wanted !== root.name) await request(`/contexts/${root.id}`, { method: 'PUT', body: { name: wanted } });
      await request('/account', { method: 'PUT', body: { name: wanted } });
      await refresh();
      return true;
    } catch (failure) {
      showFailure(failure);
      return false;
    }
  };
  const field = isAsked ? (
    <Form layout="vertical" component="div">
      <Form.Item label={t('tutorial.start.firm')} htmlFor="firm" extra={t('tutorial.start.firmHint')}>
        <Input
          id="firm"
          value={name}
          maxLength={60}
          autoComplete="organization"
          placeholder={t('tutorial.start.firmExample')}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Form.Item>
    </Form>
  ) : null;
  return { field, save };
}
