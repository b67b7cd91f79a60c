import type { Adapter, Model } from 'casbin';
import type { PolicyRow } from './policy-rows.ts';

/** Passes parsed rows, so that Casbin cannot silently drop lines of policy.csv. */
export function rowsAdapter(rows: readonly PolicyRow[]): Adapter {
  const refuse = () => Promise.reject(new Error('The policy is read alone: policy.csv is its source'));
  return {
    loadPolicy(model: Model) {
      for (const { kind, values } of rows) model.addPolicy(kind.charAt(0), kind, [...values]);
      return Promise.resolve();
    },
    savePolicy: refuse,
    addPolicy: refuse,
    removePolicy: refuse,
    removeFilteredPolicy: refuse,
  };
}
