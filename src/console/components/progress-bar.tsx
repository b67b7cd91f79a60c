import './progress-bar.css';

/** How far something is, 0 to 100; without a number it is under way and nobody knows how far. */
export function ProgressBar({ percent, label }: { percent?: number; label: string }) {
  const known = percent === undefined ? {} : { 'aria-valuenow': percent, 'aria-valuemin': 0, 'aria-valuemax': 100 };
  return (
    <span
      className={percent === undefined ? 'bar bar-unknown' : 'bar'}
      role="progressbar"
      aria-label={label}
      {...known}
    >
      <span
        className="bar-done"
        style={percent === undefined ? undefined : { transform: `scaleX(${percent / 100})` }}
      />
    </span>
  );
}
