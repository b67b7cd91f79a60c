import { Collapse, Flex, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import type { AccessReview, ReviewHolder } from '../../../../shared/access-review.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { DownloadButton } from '../../../components/downloads.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PolicyName } from '../../../components/policy-labels.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useBack } from '../../../components/use-back.ts';
import { useGet } from '../../../components/use-get.ts';
import { fullDate } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';

const PATH = '/access-review';
const SHOWN = ['all', 'used', 'unused'] as const;
type Shown = (typeof SHOWN)[number];
type HeldRight = ReviewHolder['rights'][number];

const isShown = (shown: Shown, { lastUsedAt }: HeldRight) =>
  shown === 'all' || (shown === 'used') === (lastUsedAt !== null);

/** Who holds which right in the account, since when, from whom, and which of them nobody uses. */
export function AccessReviewPage() {
  const [shown, setShown] = useState<Shown>('all');
  const query = useGet<AccessReview>(PATH);
  const back = useBack(`/audit-log${PATH}`);
  const file = (kind: 'file' | 'signed') => (
    <DownloadButton
      path={`${PATH}/${kind}`}
      name={t(`access-review.${kind}.name`)}
      label={t(`access-review.${kind}.label`)}
    />
  );
  const actions = (
    <>
      {file('signed')}
      {file('file')}
    </>
  );
  return (
    <PageFrame title={t('access-review.title')} intro={t('access-review.intro')} back={back} action={actions} wide>
      <Loaded query={query} rows={8}>
        {({ data }) => (
          <Flex vertical gap="middle">
            <Flex wrap gap="small" align="center">
              <div style={{ width: 240 }}>
                <ChoiceSelect<Shown>
                  aria-label={t('access-review.shown.label')}
                  value={shown}
                  onChange={(value) => setShown(value ?? 'all')}
                  options={SHOWN.map((value) => ({ value, label: t(`access-review.shown.${value}`) }))}
                />
              </div>
              <Typography.Text type="secondary">
                {t('access-review.since', { day: fullDate(data.usesSince) })}
              </Typography.Text>
            </Flex>
            <Collapse
              expandIconPosition="end"
              items={data.holders.map((holder) => ({
                key: `${holder.kind} ${holder.id}`,
                label: <HolderLine holder={holder} />,
                children: <Rights holder={holder} shown={shown} />,
              }))}
            />
          </Flex>
        )}
      </Loaded>
    </PageFrame>
  );
}

function HolderLine({ holder }: { holder: ReviewHolder }) {
  const { kind, name, email, role, since, givenBy, lastUsedAt, rights } = holder;
  const unused = rights.filter((right) => right.lastUsedAt === null).length;
  return (
    <Flex vertical gap={4} className="fill">
      <Flex wrap gap="4px 8px" align="center">
        <strong>{name}</strong>
        {email && email !== name && <Typography.Text type="secondary">{email}</Typography.Text>}
        <Tag style={{ marginInlineEnd: 0 }}>{t(`access-review.kinds.${kind}`)}</Tag>
        <Tag>{t(`access-review.roles.${role}`)}</Tag>
      </Flex>
      <Flex wrap gap="0 16px" className="small-text">
        <span>{t(givenBy ? 'access-review.given' : 'access-review.held', { day: fullDate(since), by: givenBy })}</span>
        <span>
          {lastUsedAt ? t('access-review.lastUsed', { day: fullDate(lastUsedAt) }) : t('access-review.neverUsed')}
        </span>
        <span>{t('access-review.rights', { count: rights.length, unused })}</span>
      </Flex>
    </Flex>
  );
}

function Rights({ holder: { name, rights }, shown }: { holder: ReviewHolder; shown: Shown }) {
  return (
    <Table<HeldRight>
      size="small"
      aria-label={t('access-review.rightsOf', { name })}
      rowKey={({ resource, action }) => `${resource} ${action}`}
      pagination={false}
      scroll={{ y: 360 }}
      dataSource={rights.filter((right) => isShown(shown, right))}
      locale={{ emptyText: t('access-review.noRights') }}
      columns={[
        ...(['resource', 'action'] as const).map((kind) => ({
          key: kind,
          title: t(`access-review.fields.${kind}`),
          render: (_: unknown, right: HeldRight) => <PolicyName kind={kind} name={right[kind]} />,
        })),
        {
          key: 'lastUsedAt',
          title: t('access-review.fields.lastUsedAt'),
          render: (_, { lastUsedAt }) =>
            lastUsedAt ? (
              <MomentText iso={lastUsedAt} />
            ) : (
              <Typography.Text type="secondary">{t('access-review.unused')}</Typography.Text>
            ),
        },
      ]}
    />
  );
}
