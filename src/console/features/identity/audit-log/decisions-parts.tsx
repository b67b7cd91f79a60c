import { accessDecisions, type platformAccessDecisions } from '../../../../../resources/access-decisions.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { PolicyName } from '../../../components/policy-labels.tsx';
import { parts } from '../../../resource/parts.ts';

type Decision = RecordOf<typeof accessDecisions> & Partial<RecordOf<typeof platformAccessDecisions>>;

/** What the policy refused in the account, or decided in all accounts. */
export default parts(accessDecisions, {
  useList: () => ({
    cells: {
      resource: ({ resource }: Decision) => <PolicyName kind="resource" name={resource} />,
      action: ({ action }: Decision) => <PolicyName kind="action" name={action} />,
      row: ({ row }: Decision) => row && <code>{row}</code>,
      neededFlag: ({ neededFlag }: Decision) => neededFlag && <PolicyName kind="flag" name={neededFlag} />,
    },
  }),
});
