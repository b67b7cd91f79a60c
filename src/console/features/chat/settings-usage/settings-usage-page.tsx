import { Card, Col, Descriptions, Flex, List, Row, Typography } from 'antd';
import { Link } from 'react-router';
import { formatCount } from '../../../../shared/format.ts';
import { LIMIT_KINDS, type LimitsRecord, type Notice } from '../../../../shared/limits.ts';
import type { SessionContext } from '../../../../shared/session.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { NeedsContext } from '../../../components/needs-context.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton, SkeletonGrid } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useContextIntro } from '../../../components/use-context-intro.tsx';
import { NoticeLevel, noticeSentence, useUsageNotices } from '../../../layout/notice-banner.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { RowAction } from '../../../resource/row-actions.tsx';
import { OWN_SENTENCES, useLimits } from '../pause/limits.ts';
import { PauseBanner, PausePanel } from '../pause/pause.tsx';
import { LimitsForms } from './limits-form.tsx';
import { Meters } from './meters.tsx';
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
