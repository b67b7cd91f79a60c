import { Card, Col, Descriptions, Flex, List, Progress, Row, Statistic, Typography } from 'antd';
import { Link } from 'react-router';
import { formatCount, formatCredits, formatNumber } from '../../../../shared/format.ts';
import {
  LIMIT_KINDS,
  type LimitsRecord,
  type Notice,
  NOTICE_LEVELS,
  NOTICED_LIMITS,
  type NoticedLimit,
} from '../../../../shared/limits.ts';
import type { SessionContext } from '../../../../shared/session.ts';
import { Icon } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { NeedsContext, useContextIntro } from '../../../components/needs-context.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton, SkeletonGrid } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { NoticeLevel, noticeSentence, useUsageNotices } from '../../../layout/notice-banner.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { RowAction } from '../../../resource/row-actions.tsx';
import { OWN_SENTENCES, useLimits } from '../pause/limits.ts';
import { PauseBanner, PausePanel } from '../pause/pause.tsx';
import { LimitsForms } from './limits-form.tsx';
import '../chat.css';

/** Shows a context's use, and edits its limits, its messages and its pause. */
export function SettingsUsagePage() {
  return (
    <PageFrame title={t('limits.title')} intro={useContextIntro('limits.intro')}>
      <NoticeList />
      <NeedsContext waiting={<Waiting />}>
        {(context) => <ContextLimits key={context.id} context={context} />}
      </NeedsContext>
    </PageFrame>
  );
}

const ContextLimits = ({ context }: { context: SessionContext }) => (
  <Loaded query={useLimits(context.id)} isRefreshed waiting={<Waiting />}>
    {({ data }) => <Limits context={context} record={data} />}
  </Loaded>
);

const Waiting = () => (
  <>
    <SkeletonGrid className="tiles meters" heights={[148, 148, 148]} />
    <Skeleton rows={8} />
  </>
);

function Limits({ context, record }: { context: SessionContext; record: LimitsRecord }) {
  const canEdit = useAllowed('limits', 'edit');
  return (
    <>
      <PauseBanner record={record} context={context.name} />
      <Meters use={record.use} />
      <Row gutter={[{ xs: 0, lg: 16 }, 24]}>
        <Col xs={{ span: 24, order: 1 }} lg={{ span: canEdit ? 16 : 24, order: 0 }}>
          {canEdit ? <LimitsForms record={record} /> : <LimitsFacts record={record} />}
        </Col>
        {canEdit && (
          <Col xs={24} lg={8}>
            <PausePanel record={record} context={context.name} />
          </Col>
        )}
      </Row>
    </>
  );
}

/** Shows a context's limits to users who may not edit them. */
function LimitsFacts({ record }: { record: LimitsRecord }) {
  const fact = (key: string, children: string, span: 'filled' | 1 = 'filled') => ({
    key,
    label: t(`limits.${key}`),
    children,
    span,
  });
  const items = [
    ...(['daily', 'monthly', 'perMinute', 'credits'] as const).map((name) =>
      fact(`fields.${name}`, record[name] === null ? t(`limits.none.${name}`) : formatCount(record[name]), 1),
    ),
    fact('fields.defaultMessage', record.defaultMessage || t('chat.default_message')),
    ...LIMIT_KINDS.map((kind) => fact(`fields.messages.${kind}`, record.messages[kind] || t(OWN_SENTENCES[kind]))),
    fact('parts.withoutCredits', t(`limits.withoutCredits.${record.withoutCredits}`)),
    ...(['takesMessages', 'notify'] as const).map((name) =>
      fact(`fields.${name}`, t(`resource.options.${record[name]}`), 1),
    ),
  ];
  return (
    <Card>
      <Typography.Paragraph type="secondary">{t('limits.onlyRead')}</Typography.Paragraph>
      <Descriptions layout="vertical" colon={false} column={{ xs: 1, sm: 2 }} items={items} />
    </Card>
  );
}

function LostQuestions({ questions }: { questions: NonNullable<Notice['questions']> }) {
  return (
    <Flex component="ul" vertical gap={4} className="plain">
      {questions.map(({ conversationId, question }, at) => (
        <li key={at}>
          <Link to={`/conversations/${conversationId}`}>“{question}”</Link>
        </li>
      ))}
    </Flex>
  );
}

/** Lists the notices of all contexts that are not dismissed. Shows nothing without notices. */
function NoticeList() {
  const { notices, dismiss } = useUsageNotices();
  if (notices.length === 0) return null;
  return (
    <section aria-label={t('limits.notices')} className="page-part">
      <List
        bordered
        size="small"
        dataSource={[...notices]}
        rowKey="id"
        renderItem={(notice) => {
          const sentence = noticeSentence(notice);
          return (
            <List.Item
              extra={
                <Flex flex="none" gap={8} align="center" className="small-text notice-when">
                  <MomentText iso={notice.createdAt} />
                  {dismiss && (
                    <RowAction
                      icon="close"
                      label={t('limits.dismissNotice', { sentence })}
                      hint={t('limits.dismiss')}
                      onClick={() => dismiss(notice)}
                    />
                  )}
                </Flex>
              }
            >
              <div>
                <NoticeLevel level={notice.level} /> {sentence}
                {notice.questions && <LostQuestions questions={notice.questions} />}
              </div>
            </List.Item>
          );
        }}
      />
    </section>
  );
}

/** antd's Progress accepts a role, but its type does not. */
const METER = { role: 'meter' };

type UseLevel = 'boundless' | 'calm' | 'attention' | 'danger' | 'full';
type Use = LimitsRecord['use'][NoticedLimit];

const [ATTENTION, DANGER] = NOTICE_LEVELS;

/** Returns the used share of a limit in per cent, rounded down; null without a limit. */
const percentOf = ({ used, limit }: Use): number | null =>
  limit === null ? null : limit === 0 ? 100 : Math.floor((used / limit) * 100);

/** Returns the level of a use: attention from 60 %, danger from 90 %. */
export function levelOf(use: Use): UseLevel {
  const percent = percentOf(use);
  if (percent === null) return 'boundless';
  if (percent >= 100) return 'full';
  return percent >= DANGER ? 'danger' : percent >= ATTENTION ? 'attention' : 'calm';
}

const COLORS: Partial<Record<UseLevel, string>> = {
  attention: 'var(--attention)',
  danger: 'var(--danger)',
  full: 'var(--danger)',
};

function Meter({ limit, use }: { limit: NoticedLimit; use: Use }) {
  const percent = percentOf(use);
  const level = levelOf(use);
  const color = COLORS[level];
  const label = t(`limits.use.${limit}`);
  const unit = t(`limits.units.${limit === 'credits' ? 'credits' : 'interactions'}`, { count: use.limit ?? use.used });
  const format = limit === 'credits' ? formatCredits : formatNumber;
  const limitText = use.limit === null ? '' : t('limits.use.of', { limit: format(use.limit) });
  return (
    <Card>
      <Statistic
        title={label}
        value={use.used}
        formatter={() => format(use.used)}
        suffix={<span className="small-text">{`${limitText} ${unit}`}</span>}
      />
      {percent !== null && (
        <Progress
          {...METER}
          aria-label={label}
          aria-valuetext={t(`limits.levels.${level}`, { percent })}
          percent={Math.min(percent, 100)}
          showInfo={false}
          size="small"
          strokeColor={color ?? 'var(--primary)'}
        />
      )}
      <span className="small-text" style={{ color }}>
        {color && <Icon name="warning" size={14} />}{' '}
        {level === 'boundless' ? t(`limits.boundless.${limit}`) : t(`limits.levels.${level}`, { percent })}
      </span>
    </Card>
  );
}

/** Shows the use of today, of this month and of the plan's current period against the context's limits. */
function Meters({ use }: { use: LimitsRecord['use'] }) {
  return (
    <section className="tiles meters" aria-label={t('limits.use.title')}>
      {NOTICED_LIMITS.map((limit) => (
        <Meter key={limit} limit={limit} use={use[limit]} />
      ))}
    </section>
  );
}
