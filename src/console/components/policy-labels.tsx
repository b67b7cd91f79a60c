import * as labels from '../../../access-control/labels.ts';
import { t } from '../providers/i18n.ts';
import './components.css';

const textOf = (key: string) => t(key, '');

/** The Portuguese labels to show beside the identifiers of the policy; empty if there is none. */
export const resourceLabel = (resource: string) => labels.resourceLabel(textOf, resource);
export const actionLabel = (action: string) => labels.actionLabel(textOf, action);
export const roleLabel = (role: string) => t(`admin-policy.roles.${role}`, '');
export const flagLabel = (flag: string) => t(`admin-policy.flags.${flag}`, '');

/** Returns a label with its identifier, "conteúdos (contents)", or the identifier alone if there is no label. */
const named = (name: string, label: string) => (label && label !== name ? `${label} (${name})` : name);
export const namedResource = (resource: string) => named(resource, resourceLabel(resource));
export const namedAction = (action: string) => named(action, actionLabel(action));
export const namedRole = (role: string) => named(role, roleLabel(role));
export const namedFlag = (flag: string) => named(flag, flagLabel(flag));

/** Returns the options of a select: labels with their identifiers. */
export const namedOptions = <V extends string>(names: readonly V[], labelOf: (name: V) => string) =>
  names.map((value) => ({ value, label: labelOf(value) }));

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
