import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DownloadButton } from '../../../components/download-button.tsx';
import type { IconName } from '../../../components/icon.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton, SkeletonBlock, SkeletonLine } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { AskTab } from './ask-tab.tsx';
import { CompareTab } from './compare-tab.tsx';
import { PolicyTable } from './policy-table.tsx';
import { POLICY_PATH, type PolicyView, usePolicy } from './use-policy.ts';
import { WhoTab } from './who-tab.tsx';
import './admin-policy.css';

const TABS = ['table', 'ask', 'who', 'compare'] as const;
type TabName = (typeof TABS)[number];
const ICONS: Record<TabName, IconName> = { table: 'layers', ask: 'question', who: 'user', compare: 'sort' };

/** The policy for auditors: the whole of it, questions to it, and what changed in it. */
export function AdminPolicyPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { data: policy, error, refetch, isFetching } = usePolicy();
  const open = TABS.find((name) => name === params.get('tab')) ?? 'table';
  return (
    <PageFrame
      title={t('admin-policy.title')}
      intro={t('admin-policy.intro')}
      wide
      action={
        <DownloadButton
          path={POLICY_PATH}
          query={{ format: 'csv' }}
          name={t('admin-policy.fileName')}
          label={t('admin-policy.download')}
          disabled={!policy}
        />
      }
    >
      {policy && policy.faults.length > 0 && <Faults faults={policy.faults} />}
      <Tabs
        label={t('admin-policy.title')}
        tabs={TABS.map((name) => ({ name, label: t(`admin-policy.tabs.${name}`), icon: ICONS[name] }))}
        open={open}
        onOpen={(name) => setParams(name === 'table' ? {} : { tab: name }, { replace: true })}
      >
        {policy ? (
          <TabBody name={open} policy={policy} />
        ) : error ? (
          <LoadError error={error} again={() => void refetch()} busy={isFetching} />
        ) : (
          <Waiting name={open} />
        )}
      </Tabs>
    </PageFrame>
  );
}

function TabBody({ name, policy }: { name: TabName; policy: PolicyView }) {
  if (name === 'ask') return <AskTab policy={policy} />;
  if (name === 'who') return <WhoTab policy={policy} />;
  return name === 'compare' ? <CompareTab /> : <PolicyTable policy={policy} />;
}

const SEEN_CELLS = 7 * 24;

/** Of the table, as much as its frame shows at first. */
const Waiting = ({ name }: { name: TabName }) =>
  name === 'table' ? (
    <>
      <div className="list-toolbar">
        <SkeletonBlock isBare height={36} className="search-box" />
        <SkeletonBlock isBare height={36} className="policy-roles" />
      </div>
      <div className="policy-frame policy-waiting" aria-busy>
        {Array.from({ length: SEEN_CELLS }, (_, at) => (
          <SkeletonLine key={at} block />
        ))}
      </div>
    </>
  ) : (
    <Skeleton rows={6} />
  );

/** Lines of the policy's files that are not as they should be. */
function Faults({ faults }: Pick<PolicyView, 'faults'>) {
  const { t } = useTranslation();
  return (
    <div className="verdict policy-faults" role="alert">
      <h2>{t('admin-policy.faults', { count: faults.length })}</h2>
      <ul>
        {faults.map(({ file, line, problem }) => (
          <li key={`${file} ${line} ${problem}`}>
            <code>
              {file}:{line}
            </code>{' '}
            {problem}
          </li>
        ))}
      </ul>
    </div>
  );
}
