import type { CSSProperties } from 'react';
import './skeleton.css';

interface SkeletonProps {
  /** Lines of text that are on their way. */
  rows: number;
  /** A heading above them; a number is its width in pixels. */
  title?: boolean | number;
  className?: string;
  label?: string;
}

/** The shape of what is on its way, so that nothing moves when it is there. */
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

/** One figure or word that is on its way. */
export const SkeletonLine = ({ block = false }: { block?: boolean }) => (
  <span className={block ? 'skeleton skeleton-line' : 'skeleton skeleton-line skeleton-word'} />
);

interface BlockProps {
  /** That of what comes, in pixels; the screen's own style may say another for other widths. */
  height?: number;
  /** Its place in the grid of what comes. */
  className?: string;
  /** A control: nothing is written in it. */
  isBare?: boolean;
}

/** A card that is on its way, as high as it will be. */
export const SkeletonBlock = ({ height, className = '', isBare }: BlockProps) => (
  <div className={`skeleton-block ${className}`} style={{ '--height': height && `${height}px` } as CSSProperties}>
    {!isBare && <Skeleton title rows={1} />}
  </div>
);

/** Cards in the very grid that will hold what comes, by its class; `places` are classes of single ones. */
export const SkeletonGrid = (props: { className: string; heights: readonly number[]; places?: readonly string[] }) => (
  <div className={props.className} aria-busy>
    {props.heights.map((height, at) => (
      <SkeletonBlock key={at} height={height} className={props.places?.[at]} />
    ))}
  </div>
);
