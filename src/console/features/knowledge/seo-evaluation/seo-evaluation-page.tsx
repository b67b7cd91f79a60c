import { type HttpError, useOne } from '@refinedev/core';
import { Card, Flex, Progress, Typography } from 'antd';
import { useParams } from 'react-router';
import type { SeoCheck, SeoEvaluation, UnansweredQuestion } from '../../../../shared/seo.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Chart } from '../../../components/chart.tsx';
import { Icon } from '../../../components/icon.tsx';
import { ItemList } from '../../../components/item-list.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SkeletonGrid } from '../../../components/skeleton.tsx';
import { EmptyState, Loaded } from '../../../components/states.tsx';
import { dayAndLongMonth, dayAndMonth, dayOf, shortMoment } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { CheckGroups } from './check-groups.tsx';
import '../knowledge.css';

const SHOWN = 24;
const MAX_SCORE = 100;

function ScoreHistory({ history }: { history: SeoEvaluation['history'] }) {
  const points = history.slice(0, SHOWN).reverse();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const difference = last.score - first.score;
  const days = points.map(({ at }) => dayAndMonth(dayOf(at)));
  // The chart identifies points by name, so two evaluations on one day need the time too.
  const isClear = new Set(days).size === days.length;
  const rows = points.map(({ at, score }, index) => ({
    name: isClear ? (days[index] ?? '') : shortMoment(at),
    values: [score],
  }));
  return (
    <Card role="region" aria-labelledby="seo-history">
      <Typography.Title level={2} id="seo-history">
        {t('seo.history')}
      </Typography.Title>
      <Typography.Paragraph type="secondary">
        {points.length === 1
          ? t('seo.historyOne')
          : t(difference > 0 ? 'seo.historyUp' : difference < 0 ? 'seo.historyDown' : 'seo.historySame', {
              count: Math.abs(difference),
              day: dayAndLongMonth(dayOf(first.at)),
            })}
      </Typography.Paragraph>
      {points.length > 1 && (
        <Chart
          kind="line"
          label={t('seo.history')}
          rows={rows}
          series={[{ name: t('seo.historyScore'), tone: 'one' }]}
          max={MAX_SCORE}
          height={140}
        />
      )}
    </Card>
  );
}

/** Returns the band of a score from 0 to 100, with Lighthouse's thresholds. */
const bandOf = (score: number) => (score >= 90 ? 'good' : score >= 50 ? 'middling' : 'poor');
const COLORS = { good: 'var(--primary)', middling: 'var(--attention)', poor: 'var(--danger)' };

function ScoreCard({ score, checks, at }: { score: number; checks: readonly SeoCheck[]; at: string }) {
  const band = bandOf(score);
  const count = (outcome: SeoCheck['outcome']) => checks.filter((check) => check.outcome === outcome).length;
  const [failed, warned] = [count('fail'), count('warn')];
  const problems = [failed > 0 && t('seo.failed', { count: failed }), warned > 0 && t('seo.warned', { count: warned })];
  return (
    <Card role="region" aria-label={t('seo.score')}>
      <Flex align="center" gap={24}>
        <Progress
          aria-hidden
          type="circle"
          className="seo-ring"
          size={112}
          strokeWidth={8}
          percent={score}
          strokeColor={COLORS[band]}
          format={() => score}
        />
        <div>
          <Typography.Title level={2}>{t(`seo.bands.${band}`)}</Typography.Title>
          <Typography.Paragraph type="secondary">
            <span className="unseen">{t('seo.scoreOf', { score })} </span>
            {failed + warned === 0 ? t('seo.allGood') : problems.filter(Boolean).join(t('seo.and'))}.
          </Typography.Paragraph>
          <span className="small-text">
            {t('seo.readAt')} <MomentText iso={at} />
          </span>
        </div>
      </Flex>
    </Card>
  );
}

const CONTENTS = '/knowledge-base/content';
const WAIT_MS = 5_000;

/** Shows how search engines see a captured page: score, history, checks, and questions that it leaves unanswered. */
export function SeoEvaluationPage() {
  const { id = '' } = useParams();
  const { query } = useOne<SeoEvaluation & { id: string }, HttpError>({
    resource: 'seo-evaluations',
    id,
    queryOptions: { refetchInterval: ({ state }) => (state.data && !state.data.data.latest ? WAIT_MS : false) },
  });
  const evaluation = query.data?.data;
  // 400: the id in the address is malformed.
  const isMissing = !evaluation && [400, 404].includes(query.error?.statusCode ?? 0);
  return (
    <PageFrame
      title={t('seo.title')}
      intro={evaluation ? <PageAddress evaluation={evaluation} /> : t('seo.intro')}
      back={{ to: CONTENTS, label: t('seo.back') }}
      action={evaluation && <ButtonLink to={`${CONTENTS}/edit/${evaluation.contentId}`}>{t('seo.content')}</ButtonLink>}
    >
      {isMissing ? (
        <EmptyState
          drawing="search"
          title={t('seo.gone.title')}
          text={t('seo.gone.text')}
          action={<ButtonLink to={CONTENTS}>{t('resource.gone.back')}</ButtonLink>}
        />
      ) : (
        <Loaded query={query} waiting={<Waiting />} isRefreshed>
          {({ data }) => <Evaluation evaluation={data} />}
        </Loaded>
      )}
    </PageFrame>
  );
}

const Waiting = () => (
  <>
    <SkeletonGrid className="tiles seo-top" heights={[154, 154]} />
    <SkeletonGrid className="split seo-parts" heights={[236, 142]} />
  </>
);

function PageAddress({ evaluation: { title, url } }: { evaluation: SeoEvaluation }) {
  return (
    <Flex vertical align="flex-start">
      <Typography.Text strong>{title}</Typography.Text>
      <a className="small-text" href={url} target="_blank" rel="noreferrer" aria-label={t('seo.open', { url })}>
        {url} <Icon name="external" size={14} />
      </a>
    </Flex>
  );
}

function Evaluation({ evaluation }: { evaluation: SeoEvaluation }) {
  const { latest, history, unanswered, contextId } = evaluation;
  if (!latest) {
    return (
      <>
        <EmptyState title={t('seo.notYetTitle')} text={t('seo.notYet')} />
        <Unanswered questions={unanswered} contextId={contextId} />
      </>
    );
  }
  return (
    <>
      <div className="tiles seo-top">
        <ScoreCard score={latest.score} checks={latest.checks} at={latest.at} />
        <ScoreHistory history={history} />
      </div>
      <div className="split seo-parts">
        <CheckGroups checks={latest.checks} />
        <Unanswered questions={unanswered} contextId={contextId} />
      </div>
    </>
  );
}

/** Lists unanswered questions of visitors that are closest to this page, each with a link to write the answer. */
function Unanswered({ questions, contextId }: { questions: readonly UnansweredQuestion[]; contextId: string }) {
  const canAnswer = useAllowed('contents', 'create');
  const { current, select } = useCurrentContext();
  const answerLink = (question: string) => (
    // The answer belongs to the page's context, even while another one is selected.
    <span key="answer" onClickCapture={() => contextId !== current?.id && select(contextId)}>
      <ButtonLink size="small" to={`/knowledge-base/content/upload?tab=faq&question=${encodeURIComponent(question)}`}>
        {t('seo.unanswered.answer')}
      </ButtonLink>
    </span>
  );
  return (
    <Card role="region" aria-labelledby="seo-unanswered">
      <Typography.Title level={2} id="seo-unanswered">
        {t('seo.unanswered.title')}
      </Typography.Title>
      <Typography.Paragraph type="secondary">
        {t(questions.length > 0 ? 'seo.unanswered.text' : 'seo.unanswered.none')}
      </Typography.Paragraph>
      {questions.length > 0 && (
        <ItemList
          className="list-flush"
          rows={questions}
          item={({ question, count, lastAt }) => ({
            key: question,
            title: <q>{question}</q>,
            text: (
              <>
                {t('seo.unanswered.count', { count })} · {t('seo.unanswered.last')} <MomentText iso={lastAt} />
              </>
            ),
            extra: canAnswer && answerLink(question),
          })}
        />
      )}
    </Card>
  );
}
