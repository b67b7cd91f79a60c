import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { MenuIcon } from '../components/menu-icon.tsx';
import { Tip } from '../components/tip.tsx';
import { showFailure } from '../providers/failure.ts';
import { t } from '../providers/i18n.ts';
import { closeGuide, useHelp } from '../state/help-store.ts';
import { HelpBox } from './help/help-box.tsx';
import { useOnDemand } from './on-demand.ts';

const loadPalette = () => import('./palette/palette.tsx').then(({ Palette }) => Palette);
const loadGuide = () => import('./help/guide-panel.tsx').then(({ GuidePanel }) => GuidePanel);

/** The header's tools: the help chat, the command palette (Ctrl K, Cmd K) and the guide of the current screen. */
export function HeaderTools({ isPhone }: { isPhone: boolean }) {
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
