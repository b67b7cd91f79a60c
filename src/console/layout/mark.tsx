/** Two strokes that answer each other: somebody speaks, somebody replies. */
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
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d="M7.5 20.5c2.2-8 10-11.5 17-8.5" stroke="var(--primary)" />
      <path d="M24.5 17.5c-1.6 4.6-6.2 7-11 5.6l-4.2 1.6" stroke="currentColor" />
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

/** What stands on the page while its pieces come. */
export function Splash() {
  return (
    <div className="splash">
      <svg
        width="56"
        height="56"
        viewBox="0 0 32 32"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      >
        <title>Carregando</title>
        <path d="M7.5 20.5c2.2-8 10-11.5 17-8.5" />
        <path d="M24.5 17.5c-1.6 4.6-6.2 7-11 5.6l-4.2 1.6" />
      </svg>
    </div>
  );
}
