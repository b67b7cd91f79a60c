import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withScheme } from '../../../../../resources/kit/field.ts';
import { webAddress } from '../../../../../resources/kit/schema.ts';
import { messageOf } from '../../../components/field-errors.ts';
import { Icon } from '../../../components/icon.tsx';
import { Modal } from '../../../components/modal.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { RowAction } from '../../../resource/row-actions.tsx';
import { useMe } from '../../../session/me.ts';
import { readOrigin, useSaveSites } from './use-save-sites.ts';

/** The sites on which the chat may run. */
export function AllowedSites({ contextId, origins }: { contextId: string; origins: readonly string[] }) {
  const { t } = useTranslation();
  const canEdit = useAllowed('widget-origins', 'edit');
  const { save, isBusy } = useSaveSites(contextId);
  const [doomed, setDoomed] = useState<string>();
  const own = useOwnOrigin();
  const remove = async (origin: string) => {
    await save(
      origins.filter((one) => one !== origin),
      t('chat-setup.siteRemoved', { site: readOrigin(origin) }),
    );
    setDoomed(undefined);
  };
  return (
    <div className="sites">
      {canEdit && <AddSite origins={origins} save={save} isBusy={isBusy} />}
      {canEdit && own !== null && !origins.includes(own) && (
        <p className="sites-own">
          {t('chat-setup.ownSite', { site: readOrigin(own) })}
          <Button
            size="small"
            loading={isBusy}
            onClick={() => void save([...origins, own], t('chat-setup.siteAdded', { site: readOrigin(own) }))}
          >
            {t('chat-setup.addSite')}
          </Button>
        </p>
      )}
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
                {origin}
              </span>
              {canEdit && (
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
      <Modal
        open={doomed !== undefined}
        title={t('chat-setup.remove.title', { site: readOrigin(doomed ?? '') })}
        onCancel={() => setDoomed(undefined)}
        okText={t('chat-setup.remove.action')}
        okButtonProps={{ danger: true }}
        confirmLoading={isBusy}
        onOk={() => doomed !== undefined && void remove(doomed)}
      >
        <p>{t('chat-setup.remove.text')}</p>
      </Modal>
    </div>
  );
}

/** The origin of the site given at sign-up; null when none was. */
export function useOwnOrigin(): string | null {
  const website = useMe().data?.website ?? '';
  return URL.canParse(website) ? new URL(website).origin : null;
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
    const message = messageOf(t, webAddress(), complete);
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
