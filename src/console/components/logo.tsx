/** The product's logo without its name. */
export function Mark({ size = 28, label }: { size?: number; label?: string }) {
  return (
    <svg
      className="mark"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      strokeWidth="3.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d="M10.4 17.4c1.9-3.6 4.1-3.6 5.6-1s4.2 2.5 11.5-5.9" stroke="var(--primary)" />
      <path
        d="M22.6 6.9A12.6 12.6 0 0 0 16.4 5.2C9.6 5.2 4 9.9 4 15.7c0 2.5 1 4.7 2.7 6.5L5.4 26.8l5-1.5c1.8.7 3.8 1.1 6 1.1 6.4 0 11.6-4.1 12.3-9.5"
        stroke="currentColor"
      />
    </svg>
  );
}

/** The mark with the product's name. */
export function Wordmark({ size = 28 }: { size?: number }) {
  return (
    <span className="wordmark">
      <Mark size={size} />
      <span style={{ fontSize: size * 0.68 }}>Prosa</span>
    </span>
  );
}

/** The pulsing mark of index.html, while a page of its own waits for its data. */
export const Splash = () => (
  <div className="splash">
    <Mark size={56} label="Carregando" />
  </div>
);
