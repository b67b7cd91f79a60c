import { Flex, Segmented, Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { conversations } from '../../../../../resources/conversations.ts';
import { knowledgeGaps } from '../../../../../resources/knowledge-gaps.ts';
import { GAP_STATES, type GapList, type GapState, type ListedGap } from '../../../../shared/knowledge-gaps.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { CallButton } from '../../../components/buttons.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { withFilter } from '../../../providers/view.ts';
import { Line } from '../../../resource/cell-line.tsx';
import { ListPage } from '../../../resource/list-page.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { InsightFilters, useInsightView } from '../insight-view.tsx';
import { Answered, isRunning, POLL_MS } from './answered.tsx';
import { PhrasingsTab } from './phrasings-tab.tsx';

/** Whether questions are still being grouped. Refine's type does not know this field of the response. */
const isGathering = (answer: unknown) => (answer as Partial<GapList> | undefined)?.isGathering === true;

/** Returns the gaps of each subject, in their order; those without one share the last section. */
const sectionsOf = (gaps: readonly ListedGap[]) =>
  [...Map.groupBy(gaps, ({ subject }) => subject?.word).values()].map((rows) => ({ subject: rows[0]!.subject, rows }));

const headingOf = (subject: ListedGap['subject']) =>
  subject
    ? `${subject.word} · ${t('knowledge-gaps.subject.gaps', { count: subject.gaps })}, ${t('knowledge-gaps.asked', { count: subject.questions })}`
    : t('knowledge-gaps.subject.others');

/** Lists unanswered questions grouped by meaning and, in a second tab, the phrasings that visitors use. */
export function KnowledgeGapsPage() {
  const [params, setParams] = useSearchParams();
  const canLearn = useAllowed('phrasings', 'list');
  const tab = canLearn && params.get('tab') === 'phrasings' ? 'phrasings' : 'gaps';
  const tabs = [
    { key: 'gaps', label: t('knowledge-gaps.tabs.gaps'), children: <Gaps /> },
    ...(canLearn ? [{ key: 'phrasings', label: t('knowledge-gaps.tabs.phrasings'), children: <PhrasingsTab /> }] : []),
  ];
  return (
    <PageFrame title={t('knowledge-gaps.title')} intro={t('knowledge-gaps.intro')} wide>
      <Tabs
        activeKey={tab}
        items={tabs}
        destroyOnHidden
        onChange={(key) => setParams(key === 'gaps' ? {} : { tab: key }, { preventScrollReset: true })}
      />
    </PageFrame>
  );
}

function Gaps() {
  const insight = useInsightView();
  const [params] = useSearchParams();
  const state = GAP_STATES.find((one) => one === params.get('state')) ?? 'open';
  const canJudge = useAllowed(knowledgeGaps.name, 'judge');
  const canRead = useAllowed(conversations.name, 'list');
  const { list } = knowledgeGaps;
  const [question, ...facts] = list.columns;
  return (
    <ListPage<typeof knowledgeGaps, ListedGap>
      resource={knowledgeGaps}
      isPart
      columns={(gaps) =>
        state !== 'open' || gaps.some(({ again }) => again) ? [question!, 'again', ...facts] : list.columns
      }
      cells={{
        question: (gap) => <Question gap={gap} />,
        again: ({ again }) =>
          again ? <Answered again={again} /> : <StatusDot tone="off">{t('knowledge-gaps.noAnswer')}</StatusDot>,
      }}
      above={({ answer, view: { filters }, change }) => (
        <Flex vertical gap="middle">
          <Segmented<GapState>
            style={{ alignSelf: 'start' }}
            aria-label={t('knowledge-gaps.fields.state')}
            value={state}
            options={GAP_STATES.map((value) => ({ value, label: t(`knowledge-gaps.states.${value}`) }))}
            onChange={(eq) => change({ filters: withFilter(filters, 'state', { eq: eq === 'open' ? undefined : eq }) })}
          />
          <InsightFilters {...insight} withoutOrigin />
          {isGathering(answer) && (
            <div role="status" className="part-gap">
              <StatusDot tone="moving">{t('knowledge-gaps.gathering')}</StatusDot>
            </div>
          )}
        </Flex>
      )}
      poll={(gaps, answer) => (isGathering(answer) || gaps.some(isRunning) ? POLL_MS : undefined)}
      bulk={canJudge ? (gaps, clear) => <Judgement gaps={gaps} state={state} clear={clear} /> : undefined}
      empty={{
        drawing: state === 'open' ? 'talk' : 'empty',
        title: t(`knowledge-gaps.empty.${state}.title`),
        text: t(`knowledge-gaps.empty.${state}.text`),
        action: state === 'open' && canRead && (
          <ButtonLink to={conversations.path}>{t('knowledge-gaps.empty.open.action')}</ButtonLink>
        ),
      }}
      rows={(gaps, _, table) =>
        sectionsOf(gaps).map(({ subject, rows }) => (
          <section key={subject?.word ?? ''} aria-label={headingOf(subject)}>
            {(subject || rows.length < gaps.length) && <h2 className="part-heading">{headingOf(subject)}</h2>}
            {table(rows, headingOf(subject))}
          </section>
        ))
      }
    />
  );
}

function Question({ gap: { question, contextIds, badlyRated } }: { gap: ListedGap }) {
  const { contexts } = useCurrentContext();
  const names = contexts.flatMap(({ id, name }) => (contextIds.includes(id) ? name : []));
  const about = [
    contexts.length > 1 && names.join(', '),
    badlyRated > 0 && t('knowledge-gaps.badlyRated', { count: badlyRated }),
  ].filter(Boolean);
  return (
    <>
      <Line value={question} />
      {about.length > 0 && <span className="cell-line cell-small">{about.join(' · ')}</span>}
    </>
  );
}

/** Dismisses or reopens the selected gaps. */
function Judgement({ gaps, state, clear }: { gaps: readonly ListedGap[]; state: GapState; clear: () => void }) {
  const isDismissed = state === 'dismissed';
  const values = { ids: gaps.map(({ id }) => id), state: isDismissed ? 'open' : 'dismissed' };
  return (
    <CallButton changes={[knowledgeGaps.name]} call={{ url: `${knowledgeGaps.api}/judge`, values, onSuccess: clear }}>
      {t(isDismissed ? 'knowledge-gaps.reopen' : 'knowledge-gaps.dismissPicked', { count: gaps.length })}
    </CallButton>
  );
}
