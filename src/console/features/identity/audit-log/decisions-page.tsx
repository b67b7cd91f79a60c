import { useTranslation } from 'react-i18next';
import { accessDecisions, platformAccessDecisions } from '../../../../../resources/access-decisions.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { DownloadButton } from '../../../components/download-button.tsx';
import { actionLabel, resourceLabel } from '../../../components/policy-labels.ts';
import { listQuery } from '../../../providers/data.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import type { ListControl } from '../../../resource/use-list-table.ts';

/** What the policy refused in the account. */
export const RefusalsPage = () => <Decisions resource={accessDecisions} />;

/** What the policy decided in all accounts. */
export const PlatformDecisionsPage = () => <Decisions resource={platformAccessDecisions} />;

type DecisionResource = typeof accessDecisions | typeof platformAccessDecisions;
type Decision = RecordOf<typeof accessDecisions> & Partial<RecordOf<typeof platformAccessDecisions>>;

function Decisions({ resource }: { resource: DecisionResource }) {
  const { t } = useTranslation();
  const canExport = useAllowed(resource.name, 'export');
  const download = ({ view }: ListControl) =>
    canExport && (
      <DownloadButton
        path={resource.api}
        query={{ ...listQuery(resource, view.filters), format: 'csv' }}
        name={t(`${resource.name}.fileName`)}
        label={t(`${resource.name}.download`)}
      />
    );
  const code = (name: 'resource' | 'action' | 'row' | 'neededFlag') => (row: Decision) =>
    row[name] === null ? null : <code>{row[name]}</code>;
  const hasCodes = resource.scope === 'platform';
  const cells = {
    resource: (row: Decision) => (!hasCodes && resourceLabel(t, row.resource)) || code('resource')(row),
    action: (row: Decision) => (!hasCodes && actionLabel(t, row.action)) || code('action')(row),
    row: code('row'),
    neededFlag: code('neededFlag'),
  };
  return <ListPage<typeof resource, Decision> resource={resource} cells={cells} tools={download} />;
}
