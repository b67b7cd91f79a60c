import { Layout } from 'antd';
import { Outlet, ScrollRestoration } from 'react-router';
import { useKeptFocus } from '../components/focus-back.ts';
import { t } from '../providers/i18n.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { useHelp } from '../state/help-store.ts';
import { usePhone } from '../theme/use-phone.ts';
import { AnnouncementBanner } from './announcement-banner.tsx';
import { DeletionBanner } from './deletion-banner.tsx';
import { Header } from './header.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { NoticeBanner } from './notice-banner.tsx';
import { SideProvider } from './side-state.tsx';
import { Sider } from './sider.tsx';
import { FirstStepsGate } from './tutorial/first-steps-gate.tsx';
import { UpgradeDialog } from './upgrade-dialog.tsx';
import './layout.css';

/** The frame of the workspace: header, side menu, banners and the screen. */
export function WorkspaceLayout() {
  useKeptFocus();
  const isPhone = usePhone();
  const { isChatOpen } = useHelp();
  const canChange = useAllowed('subscription', 'change');
  return (
    <>
      <a className="skip" href="#screen">
        {t('layout.skip')}
      </a>
      <SideProvider>
        <Layout hasSider className="workspace">
          <Sider />
          <Layout>
            <Header />
            <Layout.Content>
              <div id="screen" className="screen" tabIndex={-1} inert={isPhone && isChatOpen}>
                <ImpersonationBanner />
                <AnnouncementBanner />
                <DeletionBanner />
                <NoticeBanner />
                <FirstStepsGate />
                <Outlet />
              </div>
            </Layout.Content>
          </Layout>
        </Layout>
      </SideProvider>
      <UpgradeDialog wayUp={canChange ? '/choose-plan' : null} />
      {/* Entries without a key are the first of a tab, whatever their address. */}
      <ScrollRestoration getKey={({ key, pathname }) => (key === 'default' ? pathname : key)} />
    </>
  );
}
