import { actionLabel, flagLabel, resourceLabel, roleLabel } from './policy-labels.ts';
import './components.css';

const LABELS = { resource: resourceLabel, action: actionLabel, role: roleLabel, flag: flagLabel };

/** A name of the policy: its label, with the identifier that policy.csv uses. */
export function PolicyName({ kind, name }: { kind: keyof typeof LABELS; name: string }) {
  const label = LABELS[kind](name);
  return (
    <span className="policy-name">
      {label !== name && label} <code>{name}</code>
    </span>
  );
}
