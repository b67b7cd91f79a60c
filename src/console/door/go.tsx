import { createContext, useContext, type MouseEvent, type ReactNode } from 'react';

/** How a page outside the workspace moves on. */
export type Go = (to: string, how?: { replace?: boolean }) => void;
export const DoorContext = createContext<Go>(() => undefined);
export const useGo = () => useContext(DoorContext);

/** A link within the console for pages that live without a router. */
export function DoorLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const go = useGo();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={to} className={className} onClick={follow}>
      {children}
    </a>
  );
}
