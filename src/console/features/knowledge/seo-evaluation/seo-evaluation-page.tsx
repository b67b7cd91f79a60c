import { type HttpError, useOne } from '@refinedev/core';
import { Flex, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { SeoEvaluation } from '../../../../shared/seo.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SkeletonGrid } from '../../../components/skeleton.tsx';
import { EmptyState, LoadError, StaleNotice } from '../../../components/states.tsx';
import { CheckGroups } from './check-groups.tsx';
import { ScoreCard } from './score-card.tsx';
import { ScoreHistory } from './score-history.tsx';
import { Unanswered } from './unanswered.tsx';
import '../knowledge.css';

const CONTENTS = '/knowledge-base/content';
/** Poll interval until the first evaluation exists, in ms. */
const WAIT_MS = 5_000;

/** Shows how search engines see a captured page: score, history, checks, and questions that it leaves unanswered. */
export function SeoEvaluationPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { query } = useOne<SeoEvaluation & { id: string }, HttpError>({
    resource: 'seo-evaluations',
    id,
    queryOptions: { refetchInterval: ({ state }) => (state.data && !state.data.data.latest ? WAIT_MS : false) },
  });
  const { error, isFetching, refetch } = query;
  const evaluation = query.data?.data;
  const again = () => void refetch();
  // 400: the id in the address is malformed.
  const isMissing = [400, 404].includes(error?.statusCode ?? 0);
  return (
    <PageFrame
      title={t('seo.title')}
      intro={evaluation ? <PageAddress evaluation={evaluation} /> : t('seo.intro')}
      back={{ to: CONTENTS, label: t('seo.back') }}
      action={evaluation && <ButtonLink to={`${CONTENTS}/edit/${evaluation.contentId}`}>{t('seo.content')}</ButtonLink>}
    >
      {error && evaluation && <StaleNotice again={again} busy={isFetching} />}
      {evaluation ? (
        <Evaluation evaluation={evaluation} />
      ) : isMissing ? (
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

/** The evaluated page's title and a link to it. */
function PageAddress({ evaluation: { title, url } }: { evaluation: SeoEvaluation }) {
  const { t } = useTranslation();
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
