import type { Adapter, Model } from 'casbin';
import type { PolicyRow } from './policy-rows.ts';

/** Passes the parsed rows to Casbin, so that policy.csv has a single parser and no line is dropped silently. */
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
