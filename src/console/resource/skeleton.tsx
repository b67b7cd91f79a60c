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
