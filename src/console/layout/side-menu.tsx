import { Flex, Menu, type MenuProps, Tag } from 'antd';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, type LinkProps, useLocation } from 'react-router';
import { visitorMessages } from '../../../resources/visitor-messages.ts';
import { MenuIcon } from '../components/menu-icon.tsx';
import { t } from '../providers/i18n.ts';
import { useAsk } from '../providers/policy.tsx';
import { useScreenTable } from '../providers/screens.ts';
import { KEYS, writeKey } from '../state/store.ts';
import type { EarlyEntry } from './early/early-menu.ts';
import { byHeading, isGroup, isUnder, type MenuEntry, type MenuLink } from './menu.ts';
import { CONTENT, useContentEntry, useMenuEntries, useOpenMessages } from './use-menu.ts';

const GROUP_OPEN_MS = 350;

/** How far the current entry stays from the menu's edges when it is scrolled into view; the lower one fades. */
const CLEAR = { top: 16, bottom: 36 };

/** Scrolls the entry of the current screen into view. `scrollIntoView` would also make Tab continue from there. */
export function showCurrent(): void {
  const menu = document.querySelector('.side-nav');
  const entry = menu?.querySelector('[aria-current]');
  if (!menu || !entry) return;
  const [frame, own] = [menu.getBoundingClientRect(), entry.getBoundingClientRect()];
  const above = Math.max(0, frame.top + CLEAR.top - own.top);
  const below = Math.max(0, own.bottom - frame.bottom + CLEAR.bottom);
  menu.scrollTop += below - above;
}

/** Opens the group of the current path and scrolls its entry into view. Returns the open groups and their setter. */
function useOpenGroups(menuPath: string, entries: readonly MenuEntry[]) {
  const group = entries.find(
    (entry) => isGroup(entry) && entry.children.some(({ path }) => isUnder(menuPath, path)),
  )?.name;
  const isReady = entries.length > 0;
  const [open, setOpen] = useState(group ? [group] : []);
  useEffect(() => {
    if (group) setOpen((others) => (others.includes(group) ? others : [...others, group]));
    const timer = setTimeout(showCurrent, GROUP_OPEN_MS);
    return () => clearTimeout(timer);
  }, [group, menuPath, isReady]);
  return [open, setOpen] as const;
}

/** Stores the menu, so that index.html can show it before the program has loaded. */
function useStoredMenu(entries: readonly MenuEntry[]) {
  useEffect(() => {
    if (entries.length === 0) return;
    const stored = entries.map((entry): EarlyEntry => {
      const early = { label: t(entry.label), icon: entry.icon, heading: t(entry.heading ?? '') };
      if (!isGroup(entry)) return { ...early, path: entry.path };
      return { ...early, children: entry.children.map(({ label, icon, path }) => ({ label: t(label), icon, path })) };
    });
    writeKey(KEYS.menu, JSON.stringify(stored));
  }, [entries]);
}

/** Counts are read in their entries, so that the whole menu does not render again for each of them. */
function OpenMessages() {
  const count = useOpenMessages();
  if (count === 0) return null;
  return (
    <Tag color="success" bordered={false} title={t('layout.menu.openMessages', { count })}>
      {count}
    </Tag>
  );
}

function EntryLink({ path, isCurrent, children }: { path: string; isCurrent: boolean; children: ReactNode }) {
  const Entry = path === CONTENT ? ContentLink : Link;
  const label = useRef<HTMLElement>(null);
  useEarlyFocus(path, label);
  return (
    <Entry to={path} aria-current={isCurrent ? 'page' : undefined}>
      <Flex ref={label} component="span" justify="space-between" align="center" gap="small">
        {children}
      </Flex>
    </Entry>
  );
}

const ContentLink = (props: LinkProps) => <Link {...props} to={useContentEntry()} />;

type MenuItem = NonNullable<MenuProps['items']>[number];

/** The side menu. Collapsed, it shows only icons, and groups open as popups. */
export function SideMenu({ isNarrow, onChoose }: { isNarrow: boolean; onChoose?: () => void }) {
  const entries = useMenuEntries();
  useStoredMenu(entries);
  const { pathname } = useLocation();
  const menuPath = useScreenTable().screenAt(pathname)?.belongsTo ?? pathname;
  const links = entries.flatMap((entry) => (isGroup(entry) ? entry.children : [entry]));
  const selected = links.find(({ path }) => isUnder(menuPath, path));
  const [open, setOpen] = useOpenGroups(menuPath, entries);
  const ask = useAsk();
  const linkTo = ({ path, label, permission }: MenuLink) => (
    <EntryLink path={path} isCurrent={path === selected?.path}>
      {t(label)}
      {permission && ask?.(...permission).refusal === 'plan' && (
        <Tag bordered={false}>{t('layout.menu.exclusive')}</Tag>
      )}
      {path === visitorMessages.path && <OpenMessages />}
    </EntryLink>
  );
  const itemOf = (entry: MenuEntry): MenuItem =>
    isGroup(entry)
      ? {
          key: entry.name,
          icon: <MenuIcon name={entry.icon} />,
          label: t(entry.label),
          children: entry.children.map((child) => ({
            key: child.path,
            icon: isNarrow && <MenuIcon name={child.icon} />,
            label: linkTo(child),
          })),
        }
      : {
          key: entry.path,
          icon: <MenuIcon name={entry.icon} />,
          label: linkTo(entry),
          title: t(entry.label),
        };
  const items = byHeading(entries).flatMap(([heading, below], at): MenuItem[] => {
    const drawn = below.map(itemOf);
    if (!isNarrow) return [{ key: heading, type: 'group', label: t(heading), children: drawn }];
    return at === 0 ? drawn : [{ key: heading, type: 'divider' }, ...drawn];
  });
  const choose: MenuProps['onClick'] = ({ domEvent }) => {
    // The link handles clicks itself, but key presses reach only the menu item.
    if (domEvent.type === 'keydown') domEvent.currentTarget.querySelector('a')?.click();
    onChoose?.();
  };
  return (
    <nav className="side-nav" aria-label={t('layout.menu.label')}>
      <Menu
        mode="inline"
        inlineIndent={20}
        items={items}
        selectedKeys={selected ? [selected.path] : []}
        onClick={choose}
        // While the menu is collapsed, antd opens and closes the groups itself.
        {...(isNarrow ? {} : { openKeys: open, onOpenChange: setOpen })}
      />
    </nav>
  );
}

/** Gives the link around an element the focus that it had in the menu of index.html. */
function useEarlyFocus(path: string, element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const early = window as { earlyFocus?: string | null };
    if (early.earlyFocus !== path) return;
    delete early.earlyFocus;
    element.current?.closest('a')?.focus();
  }, [path, element]);
}
