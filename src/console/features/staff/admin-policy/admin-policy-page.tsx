import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { PolicyView } from '../../../../shared/policy.ts';
import { DownloadButton } from '../../../components/download-button.tsx';
import type { IconName } from '../../../components/icon.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton, SkeletonBlock } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { AskTab } from './ask-tab.tsx';
import { CompareTab } from './compare-tab.tsx';
import { Faults } from './faults.tsx';
import { PolicyTable } from './policy-table.tsx';
import { POLICY_PATH, usePolicy } from './use-policy.ts';
import { WhoTab } from './who-tab.tsx';
import '../../../components/form.css';
import './admin-policy.css';

const TABS = ['table', 'ask', 'who', 'compare'] as const;
type PolicyTab = (typeof TABS)[number];
const ICONS: Record<PolicyTab, IconName> = { table: 'layers', ask: 'question', who: 'user', compare: 'sort' };

/** The policy page for auditors: the complete table, questions about it, and a comparison of two versions. */
export function AdminPolicyPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { data, error, refetch, isFetching } = usePolicy();
  const policy = data?.data;
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
      {policy && policy.faults.length > 0 && (
        <Faults
          title={t('admin-policy.faults', { count: policy.faults.length })}
          items={policy.faults.map(({ file, line, problem }) => `${file}:${line} ${problem}`)}
        />
      )}
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

function TabBody({ name, policy }: { name: PolicyTab; policy: PolicyView }) {
  if (name === 'ask') return <AskTab policy={policy} />;
  if (name === 'who') return <WhoTab policy={policy} />;
  return name === 'compare' ? <CompareTab /> : <PolicyTable policy={policy} />;
}

/** The skeleton of a tab, in the layout of its content. */
const Waiting = ({ name }: { name: PolicyTab }) =>
  name === 'table' ? (
    <>
      <div className="list-toolbar">
        <SkeletonBlock isBare height={36} className="list-search" />
        <SkeletonBlock isBare height={36} className="policy-roles" />
      </div>
      <div className="policy-frame policy-waiting framed" aria-busy>
        <Skeleton title rows={12} />
      </div>
    </>
  ) : (
    <Skeleton rows={6} />
  );
