import { Button, Flex, Segmented, Tabs } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { conversations } from '../../../../../resources/conversations.ts';
import { knowledgeGaps } from '../../../../../resources/knowledge-gaps.ts';
import { formatNumber } from '../../../../shared/format.ts';
import { type Gap, GAP_STATES, type GapState, type ListedGap } from '../../../../shared/knowledge-gaps.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { EmptyState, Loaded } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { columnsBelow, DataTable } from '../../../resource/data-table.tsx';
import { PageLinks } from '../../../resource/pager.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { InsightFilters } from '../insight-filters.tsx';
import { useInsightView } from '../use-insight-view.ts';
import { Answered } from './answered.tsx';
import { PhrasingsTab } from './phrasings-tab.tsx';
import { PAGE_SIZE, useGaps } from './use-gaps.ts';

/** `withAnswers`: some gap has an answer. */
function useColumns(withAnswers: boolean) {
  const { t } = useTranslation();
  const { contexts } = useCurrentContext();
  const about = ({ contextIds, badlyRated }: Gap) =>
    [
      ...(contexts.length > 1
        ? [contexts.flatMap(({ id, name }) => (contextIds.includes(id) ? name : [])).join(', ')]
        : []),
      ...(badlyRated > 0 ? [t('knowledge-gaps.badlyRated', { count: badlyRated })] : []),
    ].filter(Boolean);
  return columnsBelow<Gap>(
    t,
    'knowledge-gaps.fields',
    {
      question: (gap) => (
        <>
          <span className="cell-line" title={gap.question}>
            {gap.question}
          </span>
          {about(gap).length > 0 && <span className="cell-line cell-small">{about(gap).join(' · ')}</span>}
        </>
      ),
      ...(withAnswers && {
        again: ({ again }: Gap) =>
          again ? <Answered again={again} /> : <StatusDot tone="off">{t('knowledge-gaps.noAnswer')}</StatusDot>,
      }),
      count: ({ count }) => <span className="figures">{formatNumber(count)}</span>,
      credits: ({ credits }) => <span className="figures">{formatNumber(credits)}</span>,
      firstAt: ({ firstAt }) => <MomentText iso={firstAt} />,
      lastAt: ({ lastAt }) => <MomentText iso={lastAt} />,
    },
    { count: { isFigure: true }, credits: { isFigure: true } },
  );
}

/** Returns the gaps of each subject, in their order; those without one share the last section. */
const sectionsOf = (gaps: readonly ListedGap[]) =>
  [...Map.groupBy(gaps, ({ subject }) => subject?.word).values()].map((rows) => ({ subject: rows[0]!.subject, rows }));

const headingOf = (t: TFunction, subject: ListedGap['subject']) =>
  subject
    ? `${subject.word} · ${t('knowledge-gaps.subject.gaps', { count: subject.gaps })}, ${t('knowledge-gaps.asked', { count: subject.questions })}`
    : t('knowledge-gaps.subject.others');

/** Lists unanswered questions grouped by meaning and, in a second tab, the phrasings that visitors use. */
export function KnowledgeGapsPage() {
  const { t } = useTranslation();
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
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { view, change } = useInsightView();
  const state = GAP_STATES.find((one) => one === params.get('state')) ?? 'open';
  const page = Math.max(1, Number(params.get('page')) || 1);
  const canJudge = useAllowed('knowledge-gaps', 'judge');
  const canRead = useAllowed(conversations.name, 'list');
  const { call, isBusy } = useCall(knowledgeGaps.name);
  const [chosen, setPicked] = useState<readonly string[]>([]);
  const { isGathering, ...query } = useGaps({ ...view, state, page });
  const { data } = query;
  const columns = useColumns(state !== 'open' || (data?.data.some(({ again }) => again !== null) ?? false));
  // Those of another page or state are no longer in sight.
  const picked = chosen.filter((id) => data?.data.some((gap) => gap.id === id));
  const judge = () =>
    call({
      url: `${knowledgeGaps.api}/judge`,
      values: { ids: picked, state: state === 'dismissed' ? 'open' : 'dismissed' },
      onSuccess: () => setPicked([]),
    });
  const addressOf = (name: 'state' | 'page', value?: string) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    next.delete(name);
    if (value) next.set(name, value);
    return next;
  };
  const table = (subject: ListedGap['subject'], rows?: ListedGap[]) => {
    const isHere = (id: string) => rows?.some((row) => row.id === id) ?? false;
    return (
      <DataTable
        columns={columns}
        selection={
          canJudge
            ? {
                ids: picked.filter(isHere),
                onChange: (ids) => setPicked([...picked.filter((id) => !isHere(id)), ...ids]),
              }
            : undefined
        }
        rows={rows}
        label={headingOf(t, subject)}
        nameOf={({ question }) => question}
        hrefOf={(row) => `/knowledge-gaps/${row.id}`}
        isStandIn={query.isPlaceholderData}
      />
    );
  };
  return (
    <Flex vertical gap="middle">
      <Segmented<GapState>
        style={{ alignSelf: 'start' }}
        aria-label={t('knowledge-gaps.fields.state')}
        value={state}
        options={GAP_STATES.map((value) => ({ value, label: t(`knowledge-gaps.states.${value}`) }))}
        onChange={(next) =>
          setParams(addressOf('state', next === 'open' ? undefined : next), { preventScrollReset: true })
        }
      />
      <InsightFilters view={view} change={change} withoutOrigin />
      {isGathering && (
        <div role="status">
          <StatusDot tone="moving">{t('knowledge-gaps.gathering')}</StatusDot>
        </div>
      )}
      <Loaded query={query} isRefreshed waiting={table(null)}>
        {({ data: gaps, total }) =>
          total === 0 && !query.isPlaceholderData ? (
            <EmptyState
              drawing={state === 'open' ? 'talk' : 'empty'}
              title={t(`knowledge-gaps.empty.${state}.title`)}
              text={t(`knowledge-gaps.empty.${state}.text`)}
              action={
                state === 'open' &&
                canRead && <ButtonLink to={conversations.path}>{t('knowledge-gaps.empty.open.action')}</ButtonLink>
              }
            />
          ) : (
            <>
              {canJudge && picked.length > 0 && (
                <Flex align="center" gap="middle" role="status">
                  {t('knowledge-gaps.picked', { count: picked.length })}
                  <Button loading={isBusy} onClick={judge}>
                    {t(state === 'dismissed' ? 'knowledge-gaps.reopen' : 'knowledge-gaps.dismissPicked', {
                      count: picked.length,
                    })}
                  </Button>
                </Flex>
              )}
              {sectionsOf(gaps).map(({ subject, rows }) => (
                <section key={subject?.word ?? ''} aria-label={headingOf(t, subject)}>
                  {(subject || rows.length < gaps.length) && <h2 className="part-heading">{headingOf(t, subject)}</h2>}
                  {table(subject, rows)}
                </section>
              ))}
              <PageLinks
                page={page}
                limit={PAGE_SIZE}
                total={total}
                hrefOf={(to) => `?${addressOf('page', to > 1 ? String(to) : undefined)}`}
              />
            </>
          )
        }
      </Loaded>
    </Flex>
  );
}
