import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from '../../shared/constants.ts';
import { type Side, usePlaced } from './place.ts';
import './components.css';

let lastShutAt = -Infinity;

/** Returns the delay of a tooltip in ms: 0 shortly after another one was closed. */
export const tipDelay = (now: number, shutAt: number) => (now - shutAt < TOOLTIP_SKIP_DELAY_MS ? 0 : TOOLTIP_DELAY_MS);

/** How long the pointer may take to move from the element to its tooltip. */
const CROSSING_MS = 100;

/** The handlers and attributes that Tip adds to its child. */
interface Pointed {
  onPointerEnter: (event: { currentTarget: Element }) => void;
  onPointerLeave: () => void;
  onFocus: (event: { currentTarget: Element }) => void;
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  'aria-describedby'?: string;
}

/** The child's own key handler, which Tip calls too. */
interface Keyed {
  onKeyDown?: (event: KeyboardEvent) => void;
}

interface TipProps {
  title: ReactNode;
  placement?: Side;
  /** Never shows the tooltip. */
  isOff?: boolean;
  children: ReactElement;
}

/**
 * A tooltip that opens after 100 ms, or immediately within 300 ms after another one closed, which antd's cannot do. It
 * stays open under the pointer, so it may contain a link. Escape closes it. It is rendered only while it is open,
 * because a list may have a hundred tooltips.
 */
export function Tip({ title, placement = 'bottom', isOff, children }: TipProps) {
  const [place, setPlace] = useState<DOMRect>();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isShown = isOpen && !isOff;
  useEffect(() => () => clearTimeout(timer.current), []);
  const shut = () => {
    clearTimeout(timer.current);
    if (isOpen) lastShutAt = Date.now();
    setIsOpen(false);
  };
  const leave = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(shut, CROSSING_MS);
  };
  const stay = () => clearTimeout(timer.current);
  const open = ({ currentTarget }: { currentTarget: Element }) => {
    clearTimeout(timer.current);
    const show = () => {
      setPlace(currentTarget.getBoundingClientRect());
      setIsOpen(true);
    };
    timer.current = setTimeout(show, tipDelay(Date.now(), lastShutAt));
  };
  useShutByScroll(isShown, shut);
  const child = children as ReactElement<Pointed & Keyed>;
  const pointed: Pointed = {
    onPointerEnter: open,
    onPointerLeave: leave,
    onFocus: open,
    onBlur: shut,
    onKeyDown: (event) => {
      if (event.key === 'Escape') shut();
      child.props.onKeyDown?.(event);
    },
    ...(isShown && { 'aria-describedby': id }),
  };
  return (
    <>
      {cloneElement(child, pointed)}
      {isShown && place && (
        <Words id={id} place={place} side={placement} onPointerEnter={stay} onPointerLeave={leave}>
          {title}
        </Words>
      )}
    </>
  );
}

interface WordsProps {
  id: string;
  place: DOMRect;
  side: Side;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  children: ReactNode;
}

function Words({ id, place, side, children, ...pointer }: WordsProps) {
  const ref = usePlaced<HTMLDivElement>(place, side);
  return createPortal(
    <div ref={ref} id={id} role="tooltip" className="tip" {...pointer}>
      {children}
    </div>,
    document.body,
  );
}

/** Closes the tooltip on scroll, which moves its element away. */
function useShutByScroll(isShown: boolean, shut: () => void): void {
  useEffect(() => {
    if (!isShown) return;
    window.addEventListener('scroll', shut, true);
    return () => window.removeEventListener('scroll', shut, true);
  });
}
