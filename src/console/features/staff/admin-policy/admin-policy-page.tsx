import { Flex, List, Skeleton as AntdSkeleton, Typography } from 'antd';
import { useSearchParams } from 'react-router';
import { platformAccessDecisions } from '../../../../../resources/access-decisions.ts';
import type { PolicyView } from '../../../../shared/policy.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { DownloadButton } from '../../../components/downloads.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { CompareTab } from './compare-tab.tsx';
import { Faults, POLICY_PATH, usePolicy } from './policy-parts.tsx';
import { PolicyTable } from './policy-table.tsx';
import { AskTab, WhoTab } from './question-tabs.tsx';
import '../../../components/form.css';
import './admin-policy.css';

const TABS = ['table', 'ask', 'who', 'proofs', 'compare'] as const;
type PolicyTab = (typeof TABS)[number];
const ICONS: Record<PolicyTab, IconName> = {
  table: 'layers',
  ask: 'question',
  who: 'user',
  proofs: 'check',
  compare: 'sort',
};

/** The policy page for auditors: the complete table, questions about it, and a comparison of two versions. */
export function AdminPolicyPage() {
  const [params, setParams] = useSearchParams();
  const canSeeDecisions = useAllowed(platformAccessDecisions.name, 'list');
  const query = usePolicy();
  const policy = query.data?.data;
  const open = TABS.find((name) => name === params.get('tab')) ?? 'table';
  return (
    <PageFrame
      title={t('admin-policy.title')}
      intro={t('admin-policy.intro')}
      wide
      action={
        <>
          {canSeeDecisions && <ButtonLink to={platformAccessDecisions.path}>{t('admin-policy.decisions')}</ButtonLink>}
          <DownloadButton
            path={POLICY_PATH}
            query={{ format: 'csv' }}
            name={t('admin-policy.fileName')}
            label={t('admin-policy.download')}
            disabled={!policy}
          />
        </>
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
        <Loaded query={query} waiting={<Waiting name={open} />}>
          {({ data }) => <TabBody name={open} policy={data} />}
        </Loaded>
      </Tabs>
    </PageFrame>
  );
}

function TabBody({ name, policy }: { name: PolicyTab; policy: PolicyView }) {
  if (name === 'ask') return <AskTab policy={policy} />;
  if (name === 'who') return <WhoTab policy={policy} />;
  if (name === 'proofs') return <ProofsTab policy={policy} />;
  return name === 'compare' ? <CompareTab /> : <PolicyTable policy={policy} />;
}

const Waiting = ({ name }: { name: PolicyTab }) =>
  name === 'table' ? (
    <>
      <div className="list-toolbar">
        <AntdSkeleton.Input active />
        <AntdSkeleton.Input active />
      </div>
      <div className="policy-frame policy-waiting framed" aria-busy>
        <Skeleton title rows={12} />
      </div>
    </>
  ) : (
    <Skeleton rows={6} />
  );

/** What holds whatever rows the policy has, proven by asking every question that each rule is about. */
function ProofsTab({ policy }: { policy: PolicyView }) {
  return (
    <List
      className="policy-ask"
      bordered
      header={<Typography.Text type="secondary">{t('admin-policy.proofs.hint')}</Typography.Text>}
      dataSource={policy.proofs}
      rowKey={({ sentence }) => sentence}
      renderItem={({ sentence, checks, isProven }) => (
        <List.Item>
          <Flex gap={12} align="baseline">
            <Typography.Text type={isProven ? 'success' : 'danger'}>
              <Icon name={isProven ? 'check' : 'close'} />
            </Typography.Text>
            <div>
              <strong>{sentence}</strong>
              <div className="small-text">
                {t(isProven ? 'admin-policy.proofs.proven' : 'admin-policy.proofs.broken', { count: checks })}
              </div>
            </div>
          </Flex>
        </List.Item>
      )}
    />
  );
}
