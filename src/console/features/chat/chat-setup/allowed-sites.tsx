import { Alert, Button, Flex, List } from 'antd';
import { originsOfSite } from '../../../../shared/site-origins.ts';
import { AddressForm } from '../../../components/address-form.tsx';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { RowAction } from '../../../resource/row-actions.tsx';
import { useMe } from '../../../session/me.ts';
import { readOrigin, type SiteList, useSaveSites } from './installation.ts';

/** A button that adds a site to the list. Hidden if it is there already, and from users who may not change the list. */
export function AllowButton({ origin, ...sites }: SiteList & { origin: string }) {
  const canEdit = useAllowed('widget-origins', 'edit');
  const { allow, isBusy } = useSaveSites(sites);
  if (!canEdit || sites.origins.includes(origin)) return null;
  return (
    <Button size="small" loading={isBusy} onClick={() => allow(origin)}>
      {t('chat-setup.addSite')}
    </Button>
  );
}

export function AllowedSites(sites: SiteList) {
  const { origins } = sites;
  const canEdit = useAllowed('widget-origins', 'edit');
  const { allow, remove, question, isBusy } = useSaveSites(sites);
  const own = useOwnOrigin();
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
          <AllowButton {...sites} origin={own} />
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
                      onClick={() => remove(origin)}
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
      {question}
    </Flex>
  );
}

/** Returns the origin of the website given at sign-up; null without one. */
export function useOwnOrigin(): string | null {
  const website = useMe().data?.website ?? '';
  return originsOfSite(website).length > 0 ? new URL(website).origin : null;
}
