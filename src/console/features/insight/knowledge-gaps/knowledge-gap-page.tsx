import { type HttpError, useOne } from '@refinedev/core';
import { Alert, Button, Card, Flex } from 'antd';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { knowledgeGaps } from '../../../../../resources/knowledge-gaps.ts';
import { formatNumber } from '../../../../shared/format.ts';
import type { GapDetail, GapDraft, GapQuestion } from '../../../../shared/knowledge-gaps.ts';
import { CallButton, DialogButton } from '../../../components/buttons.tsx';
import { Icon } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { filledPhrasings } from '../../../components/phrasings-field.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useCall } from '../../../components/use-call.ts';
import { hasDraft } from '../../../components/use-draft.tsx';
import { usePost } from '../../../components/use-get.ts';
import { fullDate } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { AnswerForm, type AnswerValues, useAncestors } from '../answer-form.tsx';
import { SideBySide } from '../side-by-side.tsx';
import { Answered, isRunning, POLL_MS } from './answered.tsx';
import '../insight.css';

export function KnowledgeGapPage() {
  const { gapId: id = '' } = useParams();
  const { query } = useOne<GapDetail, HttpError>({
    resource: knowledgeGaps.name,
    id,
    queryOptions: { refetchInterval: ({ state: { data } }) => (data && isRunning(data.data) ? POLL_MS : false) },
  });
  const back = { to: '/knowledge-gaps', label: t('knowledge-gaps.title') };
  const gap = query.data?.data;
  const facts = gap && [
    t('knowledge-gaps.asked', { count: gap.count }),
    t('knowledge-gaps.since', { date: fullDate(gap.firstAt) }),
    gap.credits > 0 ? t('knowledge-gaps.spent', { credits: formatNumber(gap.credits), count: gap.credits }) : '',
  ];
  return (
    <PageFrame
      title={gap?.question ?? t('knowledge-gaps.title')}
      back={back}
      intro={facts?.filter(Boolean).join(' · ')}
      action={gap && <GapActions gap={gap} />}
    >
      <Loaded query={query} waiting={<Skeleton title rows={8} />} back={back.to}>
        {({ data: { again, contentId, questions } }) => (
          <>
            {again && (
              <Card role="status" className="part-gap">
                <Flex wrap align="center" gap="middle">
                  <Answered again={again} />
                  {contentId && (
                    <Link to={`/knowledge-base/content/edit/${contentId}`}>{t('knowledge-gaps.seeContent')}</Link>
                  )}
                </Flex>
              </Card>
            )}
            <h2 className="part-heading">{t('knowledge-gaps.questions')}</h2>
            <Flex component="ul" vertical gap="small" className="plain">
              {questions.map((question) => (
                <Question key={question.messageId} question={question} />
              ))}
            </Flex>
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

function GapActions({ gap }: { gap: GapDetail }) {
  const { id, state } = gap;
  const judgement = state === 'dismissed' ? 'reopen' : 'dismiss';
  return (
    <>
      <CallButton
        allowedBy={[knowledgeGaps.name, 'judge']}
        changes={[knowledgeGaps.name]}
        call={{ url: `${knowledgeGaps.api}/${id}/${judgement}`, id }}
      >
        {t(`knowledge-gaps.${judgement}`)}
      </CallButton>
      <DialogButton
        type={state === 'resolved' ? 'default' : 'primary'}
        icon={<Icon name="edit" />}
        allowedBy={[knowledgeGaps.name, 'answer']}
        startsOpen={hasDraft(draftNameOf(gap))}
        dialog={(close) => <AnswerDialog gap={gap} onClose={close} />}
      >
        {t('knowledge-gaps.write')}
      </DialogButton>
    </>
  );
}

const draftNameOf = ({ id }: GapDetail) => `knowledge-gap:${id}`;

/** The form for the answer. Starts with a free draft from the nearest passages; the model can write another one. */
function AnswerDialog({ gap, onClose }: { gap: GapDetail; onClose: () => void }) {
  const { id } = gap;
  const url = `${knowledgeGaps.api}/${id}`;
  // Made from the knowledge base without a model, it is free.
  const draft = usePost<GapDraft>(`${url}/draft`, { payload: { by: 'base' } });
  const free = draft.data?.data;
  const [byModel, setByModel] = useState<GapDraft>();
  const { call, isBusy: isSaving } = useCall(knowledgeGaps.name);
  const model = useCall<GapDraft>(knowledgeGaps.name);
  const contextIds = useAncestors(gap.contextIds);
  const offered = byModel ?? free;
  const save = (body: AnswerValues) =>
    call({
      url: `${url}/answer`,
      id,
      values: { ...answerOf(body), phrasings: filledPhrasings(body.phrasings) },
      successText: t('knowledge-gaps.saved'),
      onSuccess: onClose,
    });
  return (
    <AnswerForm
      title={t('knowledge-gaps.write')}
      draftName={draftNameOf(gap)}
      start={free ?? (draft.isError ? blank(gap) : undefined)}
      instead={byModel}
      contextIds={contextIds}
      isBusy={isSaving}
      onSave={save}
      onClose={onClose}
      aside={
        <>
          <Asked questions={gap.questions} />
          {offered && offered.nearest.length > 0 && <Nearest passages={offered.nearest} />}
        </>
      }
    >
      {offered && <DraftNotice draft={offered} />}
      {offered?.most != null && !byModel && (
        <Flex wrap align="center" gap="small" className="part-gap">
          <Button
            loading={model.isBusy}
            onClick={() => model.call({ url: `${url}/draft`, id, values: { by: 'model' }, onSuccess: setByModel })}
          >
            {t('knowledge-gaps.draft.ask')}
          </Button>
          <span className="cell-quiet">
            {t('knowledge-gaps.draft.most', { credits: formatNumber(roundUp(offered.most)), count: offered.most })}
          </span>
        </Flex>
      )}
    </AnswerForm>
  );
}

function DraftNotice({ draft: { by, sources, cost, said } }: { draft: GapDraft }) {
  const seen = said && by === 'person' && (
    <>
      {t('knowledge-gaps.draft.person', { person: said.person, date: fullDate(said.at) })}{' '}
      <Link to={`/conversations/${said.conversationId}`}>{t('knowledge-gaps.draft.seeTalk')}</Link>
    </>
  );
  const titles = sources.map(({ title }) => `“${title}”`).join(', ');
  const spent = cost > 0 ? ` · ${t('knowledge-gaps.spent', { credits: formatNumber(cost), count: cost })}` : '';
  return (
    <Alert
      type="info"
      showIcon
      role="note"
      className="part-gap"
      message={seen || `${t(`knowledge-gaps.draft.${by}`)} ${titles}${spent}`}
    />
  );
}

const turnPath = ({ conversationId, messageId }: GapQuestion) => `/conversations/${conversationId}#${messageId}`;

/** How many turns are shown beside the draft. */
const TURNS = 3;

/** The turns in which it was asked, with what the assistant said. */
function Asked({ questions }: { questions: readonly GapQuestion[] }) {
  return (
    <section className="part-gap" aria-label={t('knowledge-gaps.turns')}>
      <strong className="cell-small">{t('knowledge-gaps.turns')}</strong>
      <Flex component="ul" vertical gap="small" className="plain">
        {questions.slice(0, TURNS).map((one) => (
          <li key={one.messageId}>
            <p className="insight-question">{one.question}</p>
            <span className="three-lines small-text">{one.answerBefore}</span>
            <Link to={turnPath(one)} target="_blank">
              {t('knowledge-gaps.seeTurn')}
            </Link>
          </li>
        ))}
      </Flex>
    </section>
  );
}

/** The passages and records near the question: what the base already says. */
function Nearest({ passages }: { passages: GapDraft['nearest'] }) {
  return (
    <section className="part-gap" aria-label={t('knowledge-gaps.nearest')}>
      <strong className="cell-small">{t('knowledge-gaps.nearest')}</strong>
      <Flex component="ul" vertical gap={4} className="plain">
        {passages.map(({ contentId, title, label, excerpt }) => (
          <li key={contentId}>
            <Link className="insight-question" to={`/knowledge-base/content/edit/${contentId}`} target="_blank">
              {title}
            </Link>
            {label !== title && <span className="cell-small"> · {label}</span>}
            <span className="three-lines small-text">{excerpt}</span>
          </li>
        ))}
      </Flex>
    </section>
  );
}

const answerOf = ({ question, answer, contextId }: AnswerValues) => ({ question, answer, contextId });

/** Rounds credits up to tenths, as they are shown, so that the draft never costs more than announced. */
const roundUp = (credits: number) => Math.ceil(credits * 10) / 10;

const blank = ({ question, contextIds }: GapDetail): AnswerValues => ({
  question,
  answer: '',
  phrasings: [],
  contextId: contextIds[0] ?? '',
});

function Question({ question: one }: { question: GapQuestion }) {
  return (
    <li>
      <Card>
        <Link className="insight-question" to={turnPath(one)}>
          {one.question}
        </Link>
        <p className="cell-small">
          {t('knowledge-gaps.asked', { count: one.count })} · <MomentText iso={one.lastAt} />
          {one.isBadlyRated && ` · ${t('knowledge-gaps.rated')}`}
        </p>
        {one.again ? (
          <AskedAgain question={one} again={one.again} />
        ) : (
          <p className="three-lines small-text">{one.answerBefore}</p>
        )}
      </Card>
    </li>
  );
}

function AskedAgain({ question, again }: { question: GapQuestion; again: NonNullable<GapQuestion['again']> }) {
  if (again.state === 'waiting') return <StatusDot tone="moving">{t('knowledge-gaps.asking')}</StatusDot>;
  if (again.state === 'failed') return <StatusDot tone="bad">{t('knowledge-gaps.failed')}</StatusDot>;
  return (
    <>
      <StatusDot tone={again.answered ? 'good' : 'bad'}>
        {t(again.answered ? 'knowledge-gaps.isAnswered' : 'knowledge-gaps.isNot')}
      </StatusDot>
      <SideBySide before={question.answerBefore} after={again.answer} />
    </>
  );
}
