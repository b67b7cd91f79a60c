import { useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { webAddress, withScheme } from '../../../../resources/kit/field.ts';
import { request } from '../../http/client.ts';
import { Dialog } from '../../resource/dialog.tsx';
import { messageOf } from '../../resource/field-errors.ts';
import { Icon } from '../../resource/icon.tsx';
import { failureNotice } from '../../resource/notices.ts';
import { RowAction } from '../../resource/row-actions.tsx';
import { useMay } from '../../resource/use-may.ts';
import { installationKey, type Installation } from './installation.ts';

const readOrigin = (origin: string) => origin.replace(/^https:\/\//, '');

/** Saves the list of sites and shows what the server made of it. Answers whether it did. */
function useSaveSites(contextId: string) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const save = async (origins: string[], said: string): Promise<boolean> => {
    setBusy(true);
    try {
      const saved = await request<Installation | undefined>(`/contexts/${contextId}/origins`, {
        method: 'PUT',
        body: { origins },
      });
      if (saved?.origins) client.setQueryData(installationKey(contextId), saved);
      else await client.invalidateQueries({ queryKey: installationKey(contextId) });
      open?.({ type: 'success', message: said });
      return true;
    } catch (failure) {
      open?.(failureNotice(t)(failure));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { save, isBusy };
}

/** The sites on which the chat may run. */
export function AllowedSites({ contextId, origins }: { contextId: string; origins: readonly string[] }) {
  const { t } = useTranslation();
  const mayEdit = useMay('widget-origins', 'edit');
  const { save, isBusy } = useSaveSites(contextId);
  const [doomed, setDoomed] = useState<string>();
  const remove = async (origin: string) => {
    await save(
      origins.filter((one) => one !== origin),
      t('chat-setup.siteRemoved', { site: readOrigin(origin) }),
    );
    setDoomed(undefined);
  };
  return (
    <div className="sites">
      {mayEdit && <AddSite origins={origins} save={save} isBusy={isBusy} />}
      {origins.length === 0 ? (
        <p className="sites-none">
          <Icon name="warning" /> {t('chat-setup.noSites')}
        </p>
      ) : (
        <ul className="sites-list" aria-label={t('chat-setup.sites')}>
          {origins.map((origin) => (
            <li key={origin}>
              <Icon name="globe" />
              <span className="cell-line" title={origin}>
                {readOrigin(origin)}
              </span>
              {mayEdit && (
                <RowAction
                  icon="close"
                  danger
                  label={t('chat-setup.removeSite', { site: readOrigin(origin) })}
                  hint={t('chat-setup.remove.action')}
                  onClick={() => setDoomed(origin)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <Dialog
        open={doomed !== undefined}
        title={t('chat-setup.remove.title', { site: readOrigin(doomed ?? '') })}
        onClose={() => setDoomed(undefined)}
        action={{
          label: t('chat-setup.remove.action'),
          danger: true,
          busy: isBusy,
          onClick: () => doomed !== undefined && void remove(doomed),
        }}
      >
        <p>{t('chat-setup.remove.text')}</p>
      </Dialog>
    </div>
  );
}

function AddSite(props: {
  origins: readonly string[];
  save: (origins: string[], said: string) => Promise<boolean>;
  isBusy: boolean;
}) {
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState<string>();
  const add = async () => {
    const complete = withScheme(address);
    const message = messageOf(t, webAddress, complete);
    if (message) return setFault(message);
    const { origin } = new URL(complete);
    if (props.origins.includes(origin)) return setFault(t('chat-setup.siteKnown'));
    if (await props.save([...props.origins, origin], t('chat-setup.siteAdded', { site: readOrigin(origin) }))) {
      setAddress('');
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div className="sites-line">
        <Input
          aria-label={t('chat-setup.siteLabel')}
          placeholder={t('chat-setup.sitePlaceholder')}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          value={address}
          status={fault ? 'error' : undefined}
          aria-invalid={fault !== undefined}
          aria-describedby="site-fault"
          onChange={({ target }) => {
            setAddress(target.value);
            setFault(undefined);
          }}
        />
        <Button htmlType="submit" loading={props.isBusy}>
          {t('chat-setup.addSite')}
        </Button>
      </div>
      {fault && (
        <p id="site-fault" className="says-fault" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}
