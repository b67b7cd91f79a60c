import { Button, Pagination, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PHRASING_STATES, type PhrasingState } from '../../../../shared/phrasings.ts';
import { NeedsContext } from '../../../components/needs-context.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { EmptyState, LoadError, StaleNotice } from '../../../components/states.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { Learning } from './learning.tsx';
import { Proofs } from './phrasing-proofs.tsx';
import { PhrasingRow } from './phrasing-row.tsx';
import { PAGE, usePhrasingActions, usePhrasings } from './use-phrasings.ts';
import './phrasings.css';

/** In which words visitors ask for what the base has: to accept, so that they are answered at once. */
export function PhrasingsTab() {
  const { current } = useCurrentContext();
  return <NeedsContext>{() => current && <Phrasings key={current.id} contextId={current.id} />}</NeedsContext>;
}

function Phrasings({ contextId }: { contextId: string }) {
  const { t } = useTranslation();
  const canDecide = useAllowed('phrasings', 'decide');
  const [state, setState] = useState<PhrasingState>('proposed');
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = usePhrasings(contextId, state, page);
  const { accept, reject } = usePhrasingActions();
  const again = () => void refetch();
  const isBusy = accept.isPending || reject.isPending;
  const open = (next: PhrasingState) => {
    setState(next);
    setPage(1);
  };
  return (
    <>
      <p className="phrasings-intro">{t('knowledge-gaps.phrasings.intro')}</p>
      <Learning contextId={contextId} />
      <div className="phrasings-bar">
        <Segmented<PhrasingState>
          aria-label={t('knowledge-gaps.fields.state')}
          value={state}
          options={PHRASING_STATES.map((value) => ({ value, label: t(`knowledge-gaps.phrasings.states.${value}`) }))}
          onChange={open}
        />
        {canDecide && state === 'proposed' && (data?.total ?? 0) > 0 && (
          <Button
            type="primary"
            loading={accept.isPending}
            disabled={isBusy}
            onClick={() => accept.mutate({ contextId })}
          >
            {t('knowledge-gaps.phrasings.acceptAll', { count: data?.total })}
          </Button>
        )}
      </div>
      {state === 'proposed' && accept.data && <Proofs accepted={accept.data} />}
      {error && data && <StaleNotice again={again} busy={isFetching} />}
      {error && !data ? (
        <LoadError error={error} again={again} busy={isFetching} />
      ) : !data ? (
        <Skeleton rows={4} />
      ) : data.total === 0 ? (
        <EmptyState
          drawing={state === 'proposed' ? 'talk' : 'empty'}
          title={t(`knowledge-gaps.phrasings.empty.${state}.title`)}
          text={t(`knowledge-gaps.phrasings.empty.${state}.text`)}
        />
      ) : (
        <>
          <ul className="phrasing-list" aria-label={t('knowledge-gaps.tabs.phrasings')}>
            {data.data.map((one) => (
              <PhrasingRow
                key={one.id}
                phrasing={one}
                isBusy={isBusy}
                accept={canDecide ? () => accept.mutate({ ids: [one.id] }) : undefined}
                reject={canDecide ? () => reject.mutate({ ids: [one.id] }) : undefined}
              />
            ))}
          </ul>
          <Pagination
            current={page}
            pageSize={PAGE}
            total={data.total}
            hideOnSinglePage
            showSizeChanger={false}
            onChange={setPage}
          />
        </>
      )}
    </>
  );
}
