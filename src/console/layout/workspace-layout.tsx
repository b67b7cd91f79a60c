import { CloseOutlined } from '@ant-design/icons';
import { Alert, Layout } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link, Outlet, ScrollRestoration, useNavigate } from 'react-router';
import { TUTORIAL_DONE } from '../../shared/first-steps.ts';
import { formatMoney } from '../../shared/format.ts';
import type { Plan } from '../../shared/plans.ts';
import { useKeptFocus } from '../components/focus-back.ts';
import { LateModal } from '../components/late-modal.tsx';
import { MenuIcon } from '../components/menu-icon.tsx';
import { useOffer } from '../components/subscription.ts';
import { shortDayOf } from '../providers/days.ts';
import { i18n, loadMessages, t } from '../providers/i18n.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { useMe } from '../session/me.ts';
import { useHelp } from '../state/help-store.ts';
import { readKey, writeKey } from '../state/store.ts';
import { hideUpgrade, useShownUpgrade } from '../state/upgrade.ts';
import { usePhone } from '../theme/use-phone.ts';
import { Header } from './header.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { NoticeBanner } from './notice-banner.tsx';
import { SideProvider, Sider } from './sider.tsx';
import { useCanFollowTutorial } from './tutorial/tutorial-requests.ts';
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

/** Shown above every screen to all users of an account that is scheduled for deletion. It cannot be closed. */
function DeletionBanner() {
  const { data: me } = useMe();
  const canUndo = useAllowed('account', 'undo-deletion');
  if (!me?.deletesAt) return null;
  return (
    <Alert
      banner
      type="error"
      role="complementary"
      aria-label={t('layout.deletion.label')}
      message={t('layout.deletion.text', { day: shortDayOf(me.deletesAt) })}
      action={canUndo && <Link to="/preferences">{t('layout.deletion.way')}</Link>}
    />
  );
}

const KEY = 'closedAnnouncement';

/** Shows the staff's announcement above every screen until the user closes it. A changed text is shown again. */
function AnnouncementBanner() {
  const { data: me } = useMe();
  const [closed, setClosed] = useState(() => readKey(KEY, 'sessionStorage'));
  const text = me?.announcement?.trim();
  if (!text || text === closed) return null;
  const close = () => {
    writeKey(KEY, text, 'sessionStorage');
    setClosed(text);
  };
  return (
    <Alert
      key={text}
      banner
      type="info"
      role="complementary"
      aria-label={t('layout.announcement.label')}
      icon={<MenuIcon name="megaphone" />}
      message={text}
      closable={{ closeIcon: <CloseOutlined />, 'aria-label': t('layout.announcement.close') }}
      onClose={close}
    />
  );
}

/** Loaded only when there is something to show. If loading fails, the console works without it. */
const FirstSteps = lazy(async () => {
  try {
    const [{ FirstSteps: Steps }] = await Promise.all([
      import('./tutorial/first-steps.tsx'),
      loadMessages('tutorial', 'resource'),
    ]);
    return { default: Steps };
  } catch {
    return { default: () => null };
  }
});

/** Shows the tutorial, or the offer to capture the site entered at sign-up, when one of them is due. */
export function FirstStepsGate() {
  const { data: me } = useMe();
  const canFollow = useCanFollowTutorial();
  if (!me || !canFollow) return null;
  const hasOffer = me.website !== null && !me.websiteCrawled;
  if (me.tutorial >= TUTORIAL_DONE && !hasOffer) return null;
  return (
    <Suspense fallback={null}>
      <FirstSteps me={me} />
    </Suspense>
  );
}

/** Returns the plan with the lowest monthly price that has the flag, if any. */
function cheapestPlanWith(plans: readonly Plan[], flag: string | undefined): Plan | undefined {
  return plans
    .filter(({ flags }) => flag !== undefined && (flags as readonly string[]).includes(flag))
    .sort((one, other) => one.monthlyPrice - other.monthlyPrice)[0];
}

/** Shows the price of the cheapest plan with the feature. Empty while it loads. */
function Price({ flag }: { flag: string | undefined }) {
  const plan = cheapestPlanWith(useOffer({ retry: false }).data?.data.plans ?? [], flag);
  if (!plan) return null;
  const byYear = Math.floor(plan.yearlyPrice / 12);
  return (
    <p>
      {t('layout.upgrade.price', { plan: plan.name, price: formatMoney(plan.monthlyPrice) })}{' '}
      {plan.yearlySaving > 0 && t('layout.upgrade.cheaper', { price: formatMoney(byYear) })}
    </p>
  );
}

/**
 * Shown when a feature needs a higher plan or a limit of the plan is reached. `wayUp` is the path of the page for
 * changing the plan; null for users who may not change it.
 */
function UpgradeDialog({ wayUp }: { wayUp: string | null }) {
  const upgrade = useShownUpgrade();
  const navigate = useNavigate();
  const goUp = () => {
    hideUpgrade();
    void navigate(String(wayUp));
  };
  const isLimit = upgrade?.limit !== undefined;
  const own = `layout.upgrade.features.${upgrade?.flag}`;
  return (
    <LateModal
      open={upgrade !== null}
      title={t(isLimit ? 'layout.upgrade.limitTitle' : 'layout.upgrade.title')}
      cancelText={t('layout.upgrade.close')}
      onCancel={hideUpgrade}
      okText={t('layout.upgrade.way')}
      onOk={wayUp ? goUp : undefined}
    >
      <p>{upgrade?.limit ?? (upgrade?.flag && i18n.exists(own) ? t(own) : t('layout.upgrade.text'))}</p>
      {upgrade && !isLimit && <Price flag={upgrade.flag} />}
    </LateModal>
  );
}
