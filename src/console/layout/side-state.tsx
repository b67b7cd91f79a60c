import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { isSideMenuOpen, storeSideMenu } from '../state/store.ts';

interface SideState {
  /** Only icons are shown. Kept on the device. */
  isFolded: boolean;
  fold: (isFolded: boolean) => void;
  /** On phones, the menu is over the screen. */
  isOpen: boolean;
  open: (isOpen: boolean) => void;
}

const SideContext = createContext<SideState | null>(null);

export function SideProvider({ children }: { children: ReactNode }) {
  const [isFolded, setFolded] = useState(() => !isSideMenuOpen());
  const [isOpen, open] = useState(false);
  const side = useMemo(() => {
    const fold = (next: boolean) => {
      setFolded(next);
      storeSideMenu(!next);
    };
    return { isFolded, fold, isOpen, open };
  }, [isFolded, isOpen]);
  return <SideContext value={side}>{children}</SideContext>;
}

/** Returns the state of the side menu. Throws outside of SideProvider. */
export function useSide(): SideState {
  const side = useContext(SideContext);
  if (!side) throw new Error('The side menu is not in the frame');
  return side;
}
