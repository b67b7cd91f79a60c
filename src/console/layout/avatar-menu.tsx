import { useLogout } from '@refinedev/core';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../resource/use-may.ts';
import { isImpersonating } from '../session/impersonation.ts';
import { useMe } from '../session/me.ts';
import { setTheme, useThemeName } from '../theme/theme-store.ts';
import { useMayFollowTutorial } from '../tutorial/first-steps-gate.tsx';
import { useTutorialCalls } from '../tutorial/tutorial-calls.ts';
import { ImpersonationBadge } from './impersonation-badge.tsx';
import { initialsOf } from './initials.ts';
import { MenuIcon } from './menu-icon.tsx';
import { moveFocus, usePopup } from './popup.ts';
import { useLeaveAccount } from './use-leave-account.ts';

/** The picture of a person, or the initials while there is none (or it does not come). */
export function Avatar({ name, picture, size = 32 }: { name: string; picture: string | null; size?: number }) {
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => setIsBroken(false), [picture]);
  const isPictured = picture !== null && !isBroken;
  return (
    // Initials are a drawing: as text, they would have to be part of the name of the button that they stand in.
    <span
      className="avatar"
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      data-initials={initialsOf(name)}
      data-pictured={isPictured}
      aria-hidden
    >
      {isPictured && <img src={picture} alt="" onError={() => setIsBroken(true)} />}
    </span>
  );
}

/** Who is signed in, the theme, and the way out. */
export function AvatarMenu() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const { mutate: logout } = useLogout();
  const theme = useThemeName();
  const { isOpen, setIsOpen, frame, button } = usePopup();
  const other = theme === 'dark' ? 'light' : 'dark';
  const onKey = (event: KeyboardEvent<HTMLElement>) => moveFocus(event, '[role="menuitem"]');
  const isInside = isImpersonating();
  const label = t(isInside ? 'layout.account.labelInside' : 'layout.account.label', { name: me?.name ?? '' });
  return (
    <div className="avatar-menu" ref={frame}>
      <button
        ref={button}
        type="button"
        className="avatar-button"
        data-inside={isInside}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Avatar name={me?.name ?? ''} picture={me?.avatar ?? null} />
        {isInside && (
          <span className="avatar-mark">
            <MenuIcon name="mask" size={10} />
          </span>
        )}
      </button>
      {isOpen && (
        <div className="popup account-panel">
          {me && (
            <div className="account-who">
              <Avatar name={me.name} picture={me.avatar} size={40} />
              <div>
                <strong>{me.name}</strong>
                <span>{me.email}</span>
              </div>
            </div>
          )}
          {isInside && <ImpersonationBadge />}
          <div role="menu" aria-label={t('layout.account.menu')} onKeyDown={onKey}>
            <Link to="/preferences" role="menuitem" autoFocus className="popup-item" onClick={() => setIsOpen(false)}>
              <MenuIcon name="settings" />
              {t('layout.account.preferences')}
            </Link>
            <ManagePlan onChoose={() => setIsOpen(false)} />
            <SeeTutorial onChoose={() => setIsOpen(false)} />
            <button type="button" role="menuitem" className="popup-item" onClick={() => setTheme(other)}>
              <MenuIcon name={other === 'light' ? 'sun' : 'moon'} />
              {t(`layout.account.theme.${other}`)}
            </button>
            {isInside ? <OriginalAccount /> : <ManageAccounts onChoose={() => setIsOpen(false)} />}
            <button type="button" role="menuitem" className="popup-item" onClick={() => logout()}>
              <MenuIcon name="leave" />
              {t('layout.account.signOut')}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

/** The way to the plan, for who pays for it. */
function ManagePlan({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation();
  const mayShow = useMay('subscription', 'show');
  if (!mayShow) return null;
  return (
    <Link to="/plan" role="menuitem" className="popup-item" onClick={onChoose}>
      <MenuIcon name="plans" />
      {t('layout.account.plan')}
    </Link>
  );
}

/** The tutorial once more, for whom it is. */
function SeeTutorial({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation();
  const mayFollow = useMayFollowTutorial();
  const { begin } = useTutorialCalls();
  if (!mayFollow) return null;
  const see = () => {
    onChoose();
    void begin();
  };
  return (
    <button type="button" role="menuitem" className="popup-item" onClick={see}>
      <MenuIcon name="tutorial" />
      {t('layout.account.tutorial')}
    </button>
  );
}

/** The way to others' accounts, for who may enter them. */
function ManageAccounts({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation();
  const mayEnter = useMay('impersonation', 'enter');
  if (!mayEnter) return null;
  return (
    <Link to="/admin/login" role="menuitem" className="popup-item" onClick={onChoose}>
      <MenuIcon name="accounts" />
      {t('layout.account.manage')}
    </Link>
  );
}

/** The way back from another's account. */
function OriginalAccount() {
  const { t } = useTranslation();
  const { isLeaving, leave } = useLeaveAccount();
  return (
    <button
      type="button"
      role="menuitem"
      className="popup-item"
      aria-busy={isLeaving}
      disabled={isLeaving}
      onClick={leave}
    >
      <MenuIcon name="back" />
      {t(isLeaving ? 'layout.account.leaving' : 'layout.account.original')}
    </button>
  );
}
