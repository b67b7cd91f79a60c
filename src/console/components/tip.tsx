import { Tooltip, type TooltipProps } from 'antd';
import { cloneElement, type ReactElement, useEffect, useState } from 'react';
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from '../../shared/constants.ts';

let lastShutAt = -Infinity;

interface TipProps extends Pick<TooltipProps, 'title' | 'placement'> {
  /** Passes the handlers it receives on to its element. */
  children: ReactElement<{ onPointerEnter?: () => void }>;
}

/**
 * antd's Tooltip, which also opens on focus and, within 300 ms after another one closed, without its delay. Escape
 * closes it. It shows nothing without a title.
 */
export function Tip({ title, placement = 'bottom', children }: TipProps) {
  const [isOpen, setOpen] = useState(false);
  const change = (next: boolean) => {
    if (!next) lastShutAt = Date.now();
    setOpen(next);
  };
  const skipDelay = () => Date.now() - lastShutAt < TOOLTIP_SKIP_DELAY_MS && setOpen(true);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOpen]);
  return (
    <Tooltip
      title={title}
      placement={placement}
      trigger={['hover', 'focus']}
      mouseEnterDelay={TOOLTIP_DELAY_MS / 1_000}
      arrow={false}
      destroyOnHidden
      open={isOpen && Boolean(title)}
      onOpenChange={change}
    >
      {cloneElement(children, { onPointerEnter: skipDelay })}
    </Tooltip>
  );
}
