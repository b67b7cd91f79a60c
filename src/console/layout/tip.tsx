import { Tooltip } from 'antd';
import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from '../../shared/constants.ts';

let lastShutAt = -Infinity;

/** How long a tooltip waits: not at all when another one was in sight a moment ago. */
export const tipDelay = (now: number, shutAt: number) => (now - shutAt < TOOLTIP_SKIP_DELAY_MS ? 0 : TOOLTIP_DELAY_MS);

/** A tooltip after 100 ms, at once within 300 ms of another. It can be hovered, so it may hold a link. */
export function Tip(props: {
  title: ReactNode;
  placement?: 'right' | 'bottom' | 'top';
  /** Keeps it away, whatever the pointer does. */
  isOff?: boolean;
  children: ReactElement;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (wants: boolean) => {
    clearTimeout(timer.current);
    if (wants) {
      timer.current = setTimeout(() => setIsOpen(true), tipDelay(Date.now(), lastShutAt));
      return;
    }
    if (isOpen) lastShutAt = Date.now();
    setIsOpen(false);
  };
  return (
    <Tooltip
      title={props.title}
      placement={props.placement ?? 'bottom'}
      open={isOpen && !props.isOff}
      onOpenChange={change}
      mouseEnterDelay={0}
      arrow={false}
    >
      {props.children}
    </Tooltip>
  );
}
