import { Alert, Button, Flex, List } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressForm } from '../../../components/address-form.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Modal } from '../../../components/modal.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { RowAction } from '../../../resource/row-actions.tsx';
import { useMe } from '../../../session/me.ts';
import { readOrigin, useSaveSites } from './use-save-sites.ts';

export function AllowedSites({ contextId, origins }: { contextId: string; origins: readonly string[] }) {
  const { t } = useTranslation();
  const canEdit = useAllowed('widget-origins', 'edit');
  const { save, allow, isBusy } = useSaveSites(contextId, origins);
  const [toRemove, setToRemove] = useState<string>();
  const own = useOwnOrigin();
  const remove = (origin: string) =>
    save(
      origins.filter((one) => one !== origin),
      t('chat-setup.siteRemoved', { site: readOrigin(origin) }),
      { onSettled: () => setToRemove(undefined) },
    );
  return (
    <Flex vertical gap={12}>
      {canEdit && (
        <AddressForm
          label={t('chat-setup.siteLabel')}
          isLabelHidden
          placeholder={t('chat-setup.sitePlaceholder')}
          action={() => t('chat-setup.addSite')}
          isBusy={isBusy}
          onSubmit={(address, form) => {
            const { origin } = new URL(address);
            if (!origins.includes(origin)) return allow(origin, () => form.setFieldValue('url', ''));
            form.setFields([{ name: 'url', errors: [t('chat-setup.siteKnown')] }]);
          }}
        />
      )}
      {canEdit && own !== null && !origins.includes(own) && (
        <Flex wrap gap={8} align="center" className="small-text">
          {t('chat-setup.ownSite', { site: readOrigin(own) })}
          <Button size="small" loading={isBusy} onClick={() => allow(own)}>
            {t('chat-setup.addSite')}
          </Button>
        </Flex>
      )}
      {origins.length === 0 ? (
        <Alert type="warning" showIcon message={t('chat-setup.noSites')} />
      ) : (
        <section aria-label={t('chat-setup.sites')}>
          <List
            bordered
            size="small"
            dataSource={[...origins]}
            renderItem={(origin) => (
              <List.Item
                key={origin}
                extra={
                  canEdit && (
                    <RowAction
                      icon="close"
                      danger
                      label={t('chat-setup.removeSite', { site: readOrigin(origin) })}
                      hint={t('chat-setup.remove.action')}
                      onClick={() => setToRemove(origin)}
                    />
                  )
                }
              >
                <Flex gap={12} align="center" className="cell-lines">
                  <Icon name="globe" />
                  <span className="cell-line" title={origin}>
                    {origin}
                  </span>
                </Flex>
              </List.Item>
            )}
          />
        </section>
      )}
      <Modal
        open={toRemove !== undefined}
        title={t('chat-setup.remove.title', { site: readOrigin(toRemove ?? '') })}
        onCancel={() => setToRemove(undefined)}
        okText={t('chat-setup.remove.action')}
        okButtonProps={{ danger: true }}
        confirmLoading={isBusy}
        onOk={() => toRemove !== undefined && remove(toRemove)}
      >
        <p>{t('chat-setup.remove.text')}</p>
      </Modal>
    </Flex>
  );
}

/** Returns the origin of the website given at sign-up; null without one. */
export function useOwnOrigin(): string | null {
  const website = useMe().data?.website ?? '';
  return URL.canParse(website) ? new URL(website).origin : null;
}
