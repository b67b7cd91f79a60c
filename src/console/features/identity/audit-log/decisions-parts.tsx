import { useTranslation } from 'react-i18next';
import { accessDecisions, type platformAccessDecisions } from '../../../../../resources/access-decisions.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { actionLabel, resourceLabel } from '../../../components/policy-labels.ts';
import { parts } from '../../../resource/parts.ts';

type Decision = RecordOf<typeof accessDecisions> & Partial<RecordOf<typeof platformAccessDecisions>>;

/** What the policy refused in the account, or decided in all accounts. */
export default parts(accessDecisions, {
  useList: ({ scope }) => {
    const { t } = useTranslation();
    const code = (name: 'resource' | 'action' | 'row' | 'neededFlag') => (row: Decision) =>
      row[name] === null ? null : <code>{row[name]}</code>;
    const hasCodes = scope === 'platform';
    return {
      cells: {
        resource: (row: Decision) => (!hasCodes && resourceLabel(t, row.resource)) || code('resource')(row),
        action: (row: Decision) => (!hasCodes && actionLabel(t, row.action)) || code('action')(row),
        row: code('row'),
        neededFlag: code('neededFlag'),
      },
    };
  },
});
