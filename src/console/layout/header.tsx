import {
  CloseOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  PauseCircleOutlined,
} from '@ant-design/icons';
import { Button, Layout, Select, Tag } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useNavigation } from 'react-router';
import { contexts as contextsResource } from '../../../resources/contexts.ts';
import { DROPDOWN_MAX_HEIGHT } from '../../shared/constants.ts';
import { Mark, Wordmark } from '../components/logo.tsx';
import { MenuIcon } from '../components/menu-icon.tsx';
import { Tip } from '../components/tip.tsx';
import { showFailure } from '../providers/failure.ts';
import { t } from '../providers/i18n.ts';
import { useAsk } from '../providers/policy.tsx';
import { indentOf, isFound } from '../session/context-list.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { closeGuide, useHelp } from '../state/help-store.ts';
import { usePhone } from '../theme/use-phone.ts';
import { AvatarMenu } from './avatar-menu.tsx';
import { HelpBox } from './help/help-box.tsx';
import { USAGE_PAGE } from './notice-banner.tsx';
import { useStop } from './notices.ts';
import { useOnDemand } from './on-demand.ts';
import { useCanOpen } from './palette/screens.ts';
import { useSide } from './sider.tsx';

/** The header: menu toggle, logo, help, context and account. */
export function Header() {
  const isPhone = usePhone();
  const isMoving = useNavigation().state !== 'idle';
  return (
    <Layout.Header className="header">
      <MenuToggle isPhone={isPhone} />
      <Link className="header-logo" to="/" aria-label={t('layout.home')}>
        {isPhone ? <Mark size={30} /> : <Wordmark size={28} />}
      </Link>
      <HeaderTools isPhone={isPhone} />
      <StopTag isPhone={isPhone} />
      <ContextSelector />
      <AvatarMenu />
      {isMoving && <div className="header-progress" role="progressbar" aria-label={t('layout.loading')} />}
    </Layout.Header>
  );
}

/** Collapses the side menu to icons or, on phones, opens it over the screen. */
function MenuToggle({ isPhone }: { isPhone: boolean }) {
  const side = useSide();
  const isOpen = isPhone ? side.isOpen : !side.isFolded;
  const toggle = () => (isPhone ? side.open(!isOpen) : side.fold(isOpen));
  const label = t(
    isPhone ? (isOpen ? 'layout.side.close' : 'layout.side.open') : isOpen ? 'layout.side.fold' : 'layout.side.unfold',
  );
  const Icon = isPhone ? (isOpen ? CloseOutlined : MenuOutlined) : isOpen ? MenuFoldOutlined : MenuUnfoldOutlined;
  return (
    <Tip title={!isPhone && label}>
      <Button
        type="text"
        className="header-button"
        icon={<Icon />}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls="side"
        onClick={toggle}
      />
    </Tip>
  );
}

const loadPalette = () => import('./palette/palette.tsx').then(({ Palette }) => Palette);
const loadGuide = () => import('./help/guide-panel.tsx').then(({ GuidePanel }) => GuidePanel);

/** The header's tools: the help chat, the command palette (Ctrl K, Cmd K) and the guide of the current screen. */
function HeaderTools({ isPhone }: { isPhone: boolean }) {
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const { isGuideOpen } = useHelp();
  const fail = (close: () => void) => () => {
    close();
    showFailure(null);
  };
  const closePalette = () => setIsPaletteOpen(false);
  const Palette = useOnDemand(loadPalette, isPaletteOpen, fail(closePalette));
  const GuidePanel = useOnDemand(loadGuide, isGuideOpen, fail(closeGuide));
  usePaletteKey(() => setIsPaletteOpen((isOpen) => !isOpen));
  const label = t('layout.palette');
  return (
    <>
      <HelpBox isPhone={isPhone} />
      <Tip title={!isPhone && label}>
        <Button
          type="text"
          className="header-button"
          icon={<MenuIcon name="search" />}
          aria-label={label}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setIsPaletteOpen(true)}
        />
      </Tip>
      {Palette && <Palette close={closePalette} />}
      {GuidePanel && <GuidePanel close={closeGuide} />}
    </>
  );
}

/** Calls `toggle` on Ctrl K or Cmd K. Uses the capture phase, because chat panels stop the propagation of keys. */
function usePaletteKey(toggle: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isKey || event.altKey || event.shiftKey || event.repeat) return;
      event.preventDefault();
      event.stopPropagation();
      toggle();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  });
}

/**
 * Shown in the header while the current context's chat does not answer. Links to the usage page if the user may open it.
 */
function StopTag({ isPhone }: { isPhone: boolean }) {
  const stop = useStop();
  const canOpen = useCanOpen();
  if (!stop) return null;
  const { kind, sentence } = stop;
  const tag = (
    <Tag
      color={kind === 'paused' ? 'warning' : 'error'}
      icon={<PauseCircleOutlined aria-hidden />}
      style={{ margin: 0 }}
    >
      {!isPhone && t(`layout.stop.tag.${kind}`)}
    </Tag>
  );
  return (
    <Tip title={sentence}>
      {canOpen(USAGE_PAGE) ? (
        <Link to={USAGE_PAGE} aria-label={sentence}>
          {tag}
        </Link>
      ) : (
        <span role="img" aria-label={sentence}>
          {tag}
        </span>
      )}
    </Tip>
  );
}

/** With this many contexts or more, the list has a search input. */
const SEARCHABLE_FROM = 8;

/** Shows the context that the screens work in, and lets the user select another one. */
function ContextSelector() {
  const { contexts, refresh, isLoading, error } = useCurrentContext();
  const ask = useAsk();
  // Staff without access to contexts have nothing to select.
  if (ask?.(contextsResource.name, 'list').can === false) return null;
  if (contexts.length > 0) return <Choice />;
  if (isLoading) return <span className="cell-quiet context-none">{t('layout.context.loading')}</span>;
  if (!error) return <span className="cell-quiet context-none">{t('layout.context.none')}</span>;
  return (
    <Button icon={<MenuIcon name="warning" size={16} />} onClick={() => void refresh()}>
      {t('layout.context.failed')}
    </Button>
  );
}

function Choice() {
  const { current, contexts, select } = useCurrentContext();
  const [isOpen, setIsOpen] = useState(false);
  const [isSearched, setIsSearched] = useState(false);
  const hasSearch = contexts.length >= SEARCHABLE_FROM;
  const manage = t('layout.context.manage');
  const tip = !isOpen && (
    <>
      {t('layout.context.tip')} <Link to="/contexts">{manage}</Link>
    </>
  );
  const withFoot = (list: ReactNode) => (
    <>
      {list}
      <Link className="context-manage" to="/contexts" onClick={() => setIsOpen(false)}>
        {manage}
      </Link>
    </>
  );
  return (
    <Tip title={tip}>
      <span className="context-selector">
        <Select
          aria-label={t('layout.context.label', { name: current?.name })}
          prefix={<MenuIcon name="contexts" size={16} />}
          value={current?.id}
          onChange={select}
          open={isOpen}
          onOpenChange={setIsOpen}
          options={contexts.map((context) => ({
            value: context.id,
            // Must be plain text, because screen readers announce it.
            label: context.name,
            indent: indentOf(context) * 16,
          }))}
          // Search results are a flat list, so they are not indented.
          optionRender={({ label, data }) => (
            <span style={{ paddingInlineStart: isSearched ? 0 : data.indent }}>{label}</span>
          )}
          showSearch={hasSearch}
          onSearch={hasSearch ? (typed) => setIsSearched(typed !== '') : undefined}
          filterOption={(typed, option) => isFound(option?.label ?? '', typed)}
          notFoundContent={t('layout.context.nothing')}
          listHeight={DROPDOWN_MAX_HEIGHT}
          virtual={false}
          // The header does not scroll. Rendered in the body, the list would scroll away from the header.
          getPopupContainer={(select: HTMLElement) => select.parentElement ?? document.body}
          placement="bottomRight"
          popupMatchSelectWidth={320}
          popupRender={withFoot}
        />
      </span>
    </Tip>
  );
}
