import { accessDecisions, type platformAccessDecisions } from '../../../../../resources/access-decisions.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { actionLabel, resourceLabel } from '../../../components/policy-labels.ts';
import { parts } from '../../../resource/parts.ts';

type Decision = RecordOf<typeof accessDecisions> & Partial<RecordOf<typeof platformAccessDecisions>>;

/** What the policy refused in the account, or decided in all accounts. */
export default parts(accessDecisions, {
  useList: () => {
    const code = (name: 'resource' | 'action' | 'row' | 'neededFlag') => (row: Decision) =>
      row[name] === null ? null : <code>{row[name]}</code>;
    return {
      cells: {
        resource: (row: Decision) => resourceLabel(row.resource) || code('resource')(row),
        action: (row: Decision) => actionLabel(row.action) || code('action')(row),
        row: code('row'),
        neededFlag: code('neededFlag'),
      },
    };
  },
});
