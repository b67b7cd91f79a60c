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
import './tip.css';

let lastShutAt = -Infinity;

/** How long a tooltip waits: not at all when another one was in sight a moment ago. */
export const tipDelay = (now: number, shutAt: number) => (now - shutAt < TOOLTIP_SKIP_DELAY_MS ? 0 : TOOLTIP_DELAY_MS);

/** As long as the pointer may take from what is pointed at to the tooltip itself. */
const CROSSING_MS = 100;

/** What Tip listens to on its child, and tells it. */
interface Pointed {
  onPointerEnter: (event: { currentTarget: Element }) => void;
  onPointerLeave: () => void;
  onFocus: (event: { currentTarget: Element }) => void;
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  'aria-describedby'?: string;
}

/** What the child does of its own on a key is not lost. */
interface Keyed {
  onKeyDown?: (event: KeyboardEvent) => void;
}

interface TipProps {
  title: ReactNode;
  placement?: Side;
  /** Keeps it away, whatever the pointer does. */
  isOff?: boolean;
  children: ReactElement;
}

/**
 * A tooltip after 100 ms, at once within 300 ms of another. It can be hovered, so it may hold a link; Escape shuts it.
 * A list has a hundred of them and shows one: it is made when it is wanted, and the child stays the element that it was.
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
  const ref = usePlaced<HTMLDivElement>(() => place, side, true);
  return createPortal(
    <div ref={ref} id={id} role="tooltip" className="tip" {...pointer}>
      {children}
    </div>,
    document.body,
  );
}

/** What it points at moves away from under it. */
function useShutByScroll(isShown: boolean, shut: () => void): void {
  useEffect(() => {
    if (!isShown) return;
    window.addEventListener('scroll', shut, true);
    return () => window.removeEventListener('scroll', shut, true);
  });
}
