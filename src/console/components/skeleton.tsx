import type { CSSProperties } from 'react';
import './components.css';

interface SkeletonProps {
  rows: number;
  /** Shows a heading above the lines; a number is its width in pixels. */
  title?: boolean | number;
  className?: string;
  label?: string;
}

/** Placeholder lines in the shape of the content that is loading. */
export function Skeleton({ rows, title = false, className = '', label }: SkeletonProps) {
  return (
    <div className={`skeleton ${className}`} role={label && 'status'} aria-label={label}>
      {title !== false && (
        <span className="skeleton-line skeleton-title" style={title === true ? undefined : { width: title }} />
      )}
      {Array.from({ length: rows }, (_, at) => (
        <span key={at} className="skeleton-line" />
      ))}
    </div>
  );
}

/** Placeholder of one figure or word. */
export const SkeletonLine = ({ block = false }: { block?: boolean }) => (
  <span className={block ? 'skeleton skeleton-line' : 'skeleton skeleton-line skeleton-word'} />
);

interface BlockProps {
  /** In pixels. The screen's CSS may override it for other screen widths. */
  height?: number;
  /** The class that places it in the grid. */
  className?: string;
  /** Shows no lines inside, for example for a control. */
  isBare?: boolean;
}

/** Placeholder of a card, as high as the card will be. */
export const SkeletonBlock = ({ height, className = '', isBare }: BlockProps) => (
  <div className={`skeleton-block ${className}`} style={{ '--height': height && `${height}px` } as CSSProperties}>
    {!isBare && <Skeleton title rows={1} />}
  </div>
);

/** Placeholders of cards in the grid (`className`) that will hold them; `places` are the classes of single cards. */
export const SkeletonGrid = (props: { className: string; heights: readonly number[]; places?: readonly string[] }) => (
  <div className={props.className} aria-busy>
    {props.heights.map((height, at) => (
      <SkeletonBlock key={at} height={height} className={props.places?.[at]} />
    ))}
  </div>
);
