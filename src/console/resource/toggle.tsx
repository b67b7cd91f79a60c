import './toggle.css';

/** A small switch, on or off; plain for the same reason as Check. Inside a label, or with a `label` of its own. */
export function Toggle(props: { checked: boolean; onChange: (checked: boolean) => void; label?: string }) {
  const { checked, onChange, label } = props;
  return (
    <button
      type="button"
      role="switch"
      className="toggle"
      aria-checked={checked}
      aria-label={label}
      onClick={() => onChange(!checked)}
    />
  );
}
