import './check.css';

interface CheckProps {
  /** Read out; what stands beside the box says it already where it is missing. */
  label?: string;
  checked: boolean;
  /** Some of what it stands for is chosen. */
  isPartial?: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/**
 * A box to tick, of the browser's own: a list has one in each row, and antd's costs each row a component of its own styles.
 */
export function Check({ label, checked, isPartial = false, disabled, onChange }: CheckProps) {
  return (
    <input
      type="checkbox"
      className="check"
      aria-label={label}
      checked={checked}
      disabled={disabled}
      // There is no attribute for it.
      ref={(box) => {
        if (box) box.indeterminate = isPartial;
      }}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

/** A box with its words beside it. */
export const CheckLine = ({ label, ...props }: CheckProps & { label: string }) => (
  <label className="check-line">
    <Check {...props} />
    <span>{label}</span>
  </label>
);
