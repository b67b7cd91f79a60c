import { useTranslation } from 'react-i18next';
import { accessDecisions, platformAccessDecisions } from '../../../../../resources/access-decisions.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { actionLabel, resourceLabel } from '../../../components/policy-labels.ts';
import { ListPage } from '../../../resource/list-page.tsx';

/** What the policy refused in the account. */
export const RefusalsPage = () => <Decisions resource={accessDecisions} />;

/** What the policy decided in all accounts. */
export const PlatformDecisionsPage = () => <Decisions resource={platformAccessDecisions} />;

type DecisionResource = typeof accessDecisions | typeof platformAccessDecisions;
type Decision = RecordOf<typeof accessDecisions> & Partial<RecordOf<typeof platformAccessDecisions>>;

function Decisions({ resource }: { resource: DecisionResource }) {
  const { t } = useTranslation();
  const code = (name: 'resource' | 'action' | 'row' | 'neededFlag') => (row: Decision) =>
    row[name] === null ? null : <code>{row[name]}</code>;
  const cells = {
    resource: (row: Decision) => resourceLabel(t, row.resource) || code('resource')(row),
    action: (row: Decision) => actionLabel(t, row.action) || code('action')(row),
    row: code('row'),
    neededFlag: code('neededFlag'),
  };
  return <ListPage<typeof resource, Decision> resource={resource} cells={cells} />;
}
