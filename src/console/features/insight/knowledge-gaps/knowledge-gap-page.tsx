import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { GapDetail, GapQuestion } from '../../../../shared/knowledge-gaps.ts';
import { fullDate } from '../../../components/days.ts';
import { formatNumber } from '../../../components/format-figures.ts';
import { Icon } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { notify } from '../../../providers/notification.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { AnswerForm, useLineage, type Written } from '../answer-form.tsx';
import { SideBySide } from '../side-by-side.tsx';
import { Answered } from './answered.tsx';
import { useDraft, useGap, useGapActions, useModelDraft } from './use-gaps.ts';
import './knowledge-gaps.css';

/** One gap: every wording of it, and the answer that closes it. */
export function KnowledgeGapPage() {
  const { gapId: id = '' } = useParams();
  const { t } = useTranslation();
  const { data: gap, error, isFetching, refetch } = useGap(id);
  const back = { to: '/knowledge-gaps', label: t('knowledge-gaps.title') };
  if (!gap) {
    return (
      <PageFrame title={t('knowledge-gaps.title')} back={back}>
        {error ? (
          <LoadError error={error} again={() => void refetch()} busy={isFetching} back={back.to} />
        ) : (
          <Skeleton title rows={8} />
        )}
      </PageFrame>
    );
  }
  const facts = [
    t('knowledge-gaps.asked', { count: gap.count }),
    t('knowledge-gaps.since', { date: fullDate(gap.firstAt) }),
    gap.credits > 0 ? t('knowledge-gaps.spent', { credits: formatNumber(gap.credits), count: gap.credits }) : '',
  ];
  return (
    <PageFrame title={gap.question} back={back} intro={facts.filter(Boolean).join(' · ')} action={<Acts gap={gap} />}>
      {gap.again && (
        <p className="gap-progress" role="status">
          <Answered again={gap.again} />
          {gap.contentId && (
            <Link to={`/knowledge-base/content/edit/${gap.contentId}`}>{t('knowledge-gaps.seeContent')}</Link>
          )}
        </p>
      )}
      <h2 className="gap-heading">{t('knowledge-gaps.questions')}</h2>
      <ul className="gap-questions">
        {gap.questions.map((question) => (
          <Question key={question.messageId} question={question} />
        ))}
      </ul>
    </PageFrame>
  );
}

function Acts({ gap }: { gap: GapDetail }) {
  const { t } = useTranslation();
  const canJudge = useAllowed('knowledge-gaps', 'judge');
  const canAnswer = useAllowed('knowledge-gaps', 'answer');
  const [isWriting, setIsWriting] = useState(false);
  const { judge } = useGapActions(gap.id);
  const isDismissed = gap.state === 'dismissed';
  return (
    <span className="gap-acts">
      {canJudge && (
        <Button loading={judge.isPending} onClick={() => judge.mutate(isDismissed ? 'reopen' : 'dismiss')}>
          {t(isDismissed ? 'knowledge-gaps.reopen' : 'knowledge-gaps.dismiss')}
        </Button>
      )}
      {canAnswer && (
        <Button type="primary" icon={<Icon name="edit" />} onClick={() => setIsWriting(true)}>
          {t('knowledge-gaps.write')}
        </Button>
      )}
      {isWriting && <Writing gap={gap} onClose={() => setIsWriting(false)} />}
    </span>
  );
}

/** The answer's draft, from the nearest passages. */
function Writing({ gap, onClose }: { gap: GapDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const draft = useDraft(gap.id, true);
  const byModel = useModelDraft(gap.id);
  const offered = byModel.data ?? draft.data;
  const { answer } = useGapActions(gap.id);
  const contextIds = useLineage(gap.contextIds);
  const start = draft.data ?? (draft.isError ? blank(gap) : undefined);
  const save = (body: Written) =>
    answer.mutate(
      { question: body.question, answer: body.answer, contextId: body.contextId },
      {
        onSuccess: () => {
          notify({ type: 'success', message: t('knowledge-gaps.saved') });
          onClose();
        },
      },
    );
  return (
    <AnswerForm
      title={t('knowledge-gaps.write')}
      start={start}
      instead={byModel.data}
      contextIds={contextIds}
      isBusy={answer.isPending}
      onSave={save}
      onClose={onClose}
    >
      {offered && (
        <p className="gap-draft">
          <Icon name="info" size={14} /> {t(`knowledge-gaps.draft.${offered.by}`)}{' '}
          {offered.sources.map(({ title }) => `“${title}”`).join(', ')}
          {offered.cost > 0 &&
            ` · ${t('knowledge-gaps.spent', { credits: formatNumber(offered.cost), count: offered.cost })}`}
        </p>
      )}
      {offered?.most != null && !byModel.data && (
        <p className="gap-model">
          <Button loading={byModel.isPending} onClick={() => byModel.mutate()}>
            {t('knowledge-gaps.draft.ask')}
          </Button>{' '}
          <span className="cell-quiet">
            {t('knowledge-gaps.draft.most', { credits: formatNumber(roundedUp(offered.most)), count: offered.most })}
          </span>
        </p>
      )}
    </AnswerForm>
  );
}

/** No more is taken than is said, to the tenth that is shown. */
const roundedUp = (credits: number) => Math.ceil(credits * 10) / 10;

const blank = ({ question, contextIds }: GapDetail): Written => ({
  ...{ question, answer: '', contextId: contextIds[0] ?? '' },
});

function Question({ question: one }: { question: GapQuestion }) {
  const { t } = useTranslation();
  return (
    <li>
      <header>
        <Link to={`/conversations/${one.conversationId}`}>{one.question}</Link>
        <span className="cell-quiet">
          {t('knowledge-gaps.asked', { count: one.count })} · <MomentText iso={one.lastAt} />
          {one.isBadlyRated && ` · ${t('knowledge-gaps.rated')}`}
        </span>
      </header>
      {one.again && <AskedAgain question={one} again={one.again} />}
    </li>
  );
}

function AskedAgain({ question, again }: { question: GapQuestion; again: NonNullable<GapQuestion['again']> }) {
  const { t } = useTranslation();
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
