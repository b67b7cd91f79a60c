import { Skeleton as AntdSkeleton } from 'antd';
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
export const Skeleton = ({ rows, title = false, className = '', label }: SkeletonProps) => (
  <div className={`skeleton ${className}`} role={label && 'status'} aria-label={label}>
    <AntdSkeleton active title={typeof title === 'number' ? { width: title } : title} paragraph={{ rows }} />
  </div>
);

/** Placeholder of one figure or word. */
export const SkeletonLine = () => <AntdSkeleton.Button active style={{ width: 120, height: 16 }} />;

interface BlockProps {
  /** In pixels. The screen's CSS may override it for other screen widths. */
  height: number;
  /** The class that places it in the grid. */
  className?: string;
}

/** Placeholder of a card, as high as the card will be. Not antd's Card, which would load tabs and menus for every visitor. */
export const SkeletonBlock = ({ height, className = '' }: BlockProps) => (
  <div className={`skeleton-block framed ${className}`} style={{ '--height': `${height}px` } as CSSProperties}>
    <AntdSkeleton active paragraph={{ rows: 1 }} />
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
