import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { SeoEvaluation } from '../../../../shared/seo.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SkeletonGrid } from '../../../components/skeleton.tsx';
import { EmptyState, LoadError, StaleNotice } from '../../../components/states.tsx';
import { HttpError, request } from '../../../http/client.ts';
import { CheckGroups } from './check-groups.tsx';
import { ScoreCard } from './score-card.tsx';
import { ScoreHistory } from './score-history.tsx';
import { Unanswered } from './unanswered.tsx';
import './seo-evaluation.css';

const CONTENTS = '/knowledge-base/content';
/** While the page is being read its evaluation may come any moment. */
const WAIT_MS = 5_000;

/** How a captured page stands with search engines, what to do about it, and what it leaves unanswered. */
export function SeoEvaluationPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['seo-evaluation', id],
    queryFn: ({ signal }) => request<SeoEvaluation>(`/seo-evaluations/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data && !state.data.latest ? WAIT_MS : false),
  });
  const again = () => void refetch();
  const isGone = error instanceof HttpError && (error.status === 404 || error.status === 400);
  return (
    <PageFrame
      title={t('seo.title')}
      intro={data ? <PageAddress evaluation={data} /> : t('seo.intro')}
      back={{ to: CONTENTS, label: t('seo.back') }}
      action={data && <ButtonLink to={`${CONTENTS}/edit/${data.contentId}`}>{t('seo.content')}</ButtonLink>}
    >
      {error && data && <StaleNotice again={again} busy={isFetching} />}
      {data ? (
        <Evaluation evaluation={data} />
      ) : isGone ? (
        <EmptyState
          drawing="search"
          title={t('seo.gone.title')}
          text={t('seo.gone.text')}
          action={<ButtonLink to={CONTENTS}>{t('resource.gone.back')}</ButtonLink>}
        />
      ) : error ? (
        <LoadError error={error} again={again} busy={isFetching} />
      ) : (
        <>
          <SkeletonGrid className="seo-top" heights={[154, 154]} />
          <SkeletonGrid className="seo-parts" heights={[236, 142]} />
        </>
      )}
    </PageFrame>
  );
}

/** The page that is evaluated, with a way to it. */
function PageAddress({ evaluation: { title, url } }: { evaluation: SeoEvaluation }) {
  const { t } = useTranslation();
  return (
    <span className="seo-page">
      <strong>{title}</strong>
      <a href={url} target="_blank" rel="noreferrer" aria-label={t('seo.open', { url })}>
        <span className="cell-line">{url}</span> <Icon name="external" size={14} />
      </a>
    </span>
  );
}

function Evaluation({ evaluation }: { evaluation: SeoEvaluation }) {
  const { t } = useTranslation();
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
      <div className="seo-top">
        <ScoreCard score={latest.score} checks={latest.checks} at={latest.at} />
        <ScoreHistory history={history} />
      </div>
      <div className="seo-parts">
        <CheckGroups checks={latest.checks} />
        <Unanswered questions={unanswered} contextId={contextId} />
      </div>
    </>
  );
}
