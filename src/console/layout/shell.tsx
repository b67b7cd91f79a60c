import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { useHelp } from '../help/help-store.ts';
import { useMay } from '../resource/use-may.ts';
import { isSideMenuOpen, storeSideMenu } from '../session/store.ts';
import { FirstStepsGate } from '../tutorial/first-steps-gate.tsx';
import { AnnouncementBanner } from './announcement-banner.tsx';
import { AvatarMenu } from './avatar-menu.tsx';
import { ContextSelector } from './context-selector.tsx';
import { HeaderTools } from './header-tools.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { Mark, Wordmark } from './mark.tsx';
import { MenuIcon } from './menu-icon.tsx';
import { NoticeBanner } from './notice-banner.tsx';
import { PlanPanel } from './plan-panel.tsx';
import './shell.css';
import { SideMenu } from './side-menu.tsx';
import { Tip } from './tip.tsx';
import { UpgradeDialog } from './upgrade-dialog.tsx';

const PHONE = '(max-width: 900px)';
const phone = () => window.matchMedia(PHONE);
function watchPhone(listener: () => void): () => void {
  const query = phone();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Header, side menu and the screen. */
export function Shell() {
  const { t } = useTranslation();
  const isPhone = useSyncExternalStore(watchPhone, () => phone().matches);
  const [isWide, setIsWide] = useState(isSideMenuOpen);
  const [isOverlayOpen, setIsOverlayOpen] = useState(false);
  const { isTalkOpen } = useHelp();
  useEffect(() => setIsOverlayOpen(false), [isPhone]);
  const toggle = () => {
    if (isPhone) return setIsOverlayOpen(!isOverlayOpen);
    storeSideMenu(!isWide);
    setIsWide(!isWide);
  };
  const isNarrow = !isPhone && !isWide;
  // Who does not pay for the plan is shown no way to it.
  const mayPlan = useMay('subscription', 'show');
  const mayChange = useMay('subscription', 'change');
  const isShown = isPhone ? isOverlayOpen : true;
  useEscape(isPhone && isOverlayOpen, () => setIsOverlayOpen(false));
  return (
    <div className="shell" data-side={isPhone ? 'overlay' : isWide ? 'wide' : 'narrow'}>
      <a className="skip" href="#screen">
        {t('layout.skip')}
      </a>
      <Header isOpen={isPhone ? isOverlayOpen : isWide} isPhone={isPhone} toggle={toggle} />
      {isPhone && <div className="side-scrim" data-open={isOverlayOpen} onClick={() => setIsOverlayOpen(false)} />}
      <aside id="side" className="side" data-open={isShown} inert={!isShown}>
        <SideMenu isNarrow={isNarrow} onChoose={() => setIsOverlayOpen(false)} />
        <PlanPanel isNarrow={isNarrow} hasPage={mayPlan} />
      </aside>
      <main id="screen" className="screen" tabIndex={-1} inert={isPhone && (isOverlayOpen || isTalkOpen)}>
        <ImpersonationBanner />
        <AnnouncementBanner />
        <NoticeBanner />
        <Outlet />
      </main>
      <FirstStepsGate />
      <UpgradeDialog wayUp={mayChange ? '/choose-plan' : null} />
      <ScrollRestoration />
    </div>
  );
}

function Header({ isOpen, isPhone, toggle }: { isOpen: boolean; isPhone: boolean; toggle: () => void }) {
  const { t } = useTranslation();
  const isMoving = useNavigation().state !== 'idle';
  const label = t(
    isPhone ? (isOpen ? 'layout.side.close' : 'layout.side.open') : isOpen ? 'layout.side.fold' : 'layout.side.unfold',
  );
  return (
    <header className="header">
      <Tip title={label} isOff={isPhone}>
        <button
          type="button"
          className="header-button"
          aria-label={label}
          aria-expanded={isOpen}
          aria-controls="side"
          onClick={toggle}
        >
          <MenuIcon name={isPhone && isOpen ? 'close' : 'menu'} size={20} />
        </button>
      </Tip>
      <Link className="header-logo" to="/" aria-label={t('layout.home')}>
        {isPhone ? <Mark size={30} /> : <Wordmark size={28} />}
      </Link>
      <HeaderTools isPhone={isPhone} />
      <ContextSelector />
      <AvatarMenu />
      {isMoving && <div className="header-progress" role="progressbar" aria-label={t('layout.loading')} />}
    </header>
  );
}

function useEscape(isOn: boolean, act: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && act();
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
