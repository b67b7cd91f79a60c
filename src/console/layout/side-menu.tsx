import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { isGroup, isInGroup, isUnder, placeOf, type MenuBranch, type MenuLink } from './menu.ts';
import { MenuIcon } from './menu-icon.tsx';
import { moveFocus, usePopup } from './popup.ts';
import { Tip } from './tip.tsx';
import { addressIn, useContentEntry, useMenu } from './use-menu.ts';

interface Look {
  /** Icons alone. */
  isNarrow: boolean;
  /** Where the content entry leads. */
  contentEntry: string;
  /** Called when an entry was chosen. */
  onChoose: () => void;
}

/** When a group that opens by itself has done so, ms. */
const GROUP_OPEN_MS = 350;

/** The side menu's entries; groups open by themselves when the address lies below theirs, whose entry comes into sight. */
export function SideMenu({ isNarrow, onChoose }: Omit<Look, 'contentEntry'>) {
  const { t } = useTranslation();
  const entries = useMenu();
  const look = { isNarrow, onChoose, contentEntry: useContentEntry() };
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const timer = window.setTimeout(() => bringIntoSight(nav.current), GROUP_OPEN_MS);
    return () => window.clearTimeout(timer);
  }, [pathname]);
  return (
    <nav className="side-nav" aria-label={t('layout.menu.label')} ref={nav}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.name}>
            {!isGroup(entry) ? (
              <Entry link={entry} {...look} />
            ) : isNarrow ? (
              <FlyoutGroup group={entry} {...look} />
            ) : (
              <Group group={entry} {...look} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls the menu, and nothing around it, to the entry of the page that is shown. */
function bringIntoSight(nav: HTMLElement | null): void {
  const entry = nav?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!nav || !entry) return;
  const { top, bottom } = nav.getBoundingClientRect();
  if (entry.top < top || entry.bottom > bottom) nav.scrollTop += entry.top - (top + bottom) / 2;
}

function Entry({ link, isNarrow, onChoose, contentEntry, isChild }: Look & { link: MenuLink; isChild?: boolean }) {
  const { t } = useTranslation();
  const place = placeOf(useLocation().pathname);
  const isActive = isUnder(place, link.path);
  const label = t(link.label);
  const anchor = (
    <Link
      to={addressIn(link.path, contentEntry)}
      className={`side-entry${isChild ? ' side-child' : ''}${isActive ? ' is-active' : ''}`}
      aria-current={isActive ? 'page' : undefined}
      aria-label={isNarrow ? label : undefined}
      onClick={onChoose}
    >
      {!isChild && <MenuIcon name={link.icon} />}
      <span className="side-label">{label}</span>
    </Link>
  );
  return isNarrow ? (
    <Tip title={label} placement="right">
      {anchor}
    </Tip>
  ) : (
    anchor
  );
}

function Group({ group, ...look }: Look & { group: MenuBranch }) {
  const { t } = useTranslation();
  const place = placeOf(useLocation().pathname);
  const isHere = isInGroup(place, group);
  const [isOpen, setIsOpen] = useState(isHere);
  useEffect(() => {
    if (isHere) setIsOpen(true);
  }, [isHere, place]);
  const id = `menu-${group.name}`;
  return (
    <>
      <button
        type="button"
        className={`side-entry side-group${isHere ? ' is-here' : ''}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <MenuIcon name={group.icon} />
        <span className="side-label">{t(group.label)}</span>
        <MenuIcon name="chevron" size={14} />
      </button>
      <div id={id} className="side-children" data-open={isOpen} inert={!isOpen}>
        <ul>
          {group.children.map((child) => (
            <li key={child.name}>
              <Entry link={child} isChild {...look} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** A group beside the icons: its entries fly out. */
function FlyoutGroup({ group, contentEntry, onChoose }: Look & { group: MenuBranch }) {
  const { t } = useTranslation();
  const place = placeOf(useLocation().pathname);
  const { isOpen, setIsOpen, frame, button } = usePopup();
  const isHere = isInGroup(place, group);
  const choose = () => {
    setIsOpen(false);
    onChoose();
  };
  return (
    <div className="side-flyout" ref={frame}>
      <Tip title={t(group.label)} placement="right" isOff={isOpen}>
        <button
          ref={button}
          type="button"
          className={`side-entry${isHere ? ' is-active' : ''}`}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          aria-label={t(group.label)}
          onClick={() => setIsOpen(!isOpen)}
        >
          <MenuIcon name={group.icon} />
        </button>
      </Tip>
      {isOpen && (
        <div
          className="popup flyout-panel"
          role="menu"
          aria-label={t(group.label)}
          onKeyDown={(event) => moveFocus(event, '[role="menuitem"]')}
        >
          <p className="flyout-title">{t(group.label)}</p>
          {group.children.map((child, index) => (
            <Link
              key={child.name}
              role="menuitem"
              autoFocus={index === 0}
              className="popup-item"
              to={addressIn(child.path, contentEntry)}
              onClick={choose}
            >
              <MenuIcon name={child.icon} />
              {t(child.label)}
            </Link>
          ))}
        </div>
      )}
    </div>
  );
}
