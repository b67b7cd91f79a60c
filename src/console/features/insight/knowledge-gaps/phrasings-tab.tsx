import { Button, Flex, Pagination, Segmented } from 'antd';
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
import { PAGE_SIZE, useAccept, usePhrasings, useReject } from './use-phrasings.ts';

/** Lists phrasings that visitors use for existing contents. Accepted phrasings are answered directly. */
export function PhrasingsTab() {
  const { current } = useCurrentContext();
  return <NeedsContext>{() => current && <Phrasings key={current.id} contextId={current.id} />}</NeedsContext>;
}

function Phrasings({ contextId }: { contextId: string }) {
  const { t } = useTranslation();
  const canDecide = useAllowed('phrasings', 'decide');
  const [state, setState] = useState<PhrasingState>('proposed');
  const [page, setPage] = useState(1);
  const { data: response, error, isFetching, refetch } = usePhrasings(contextId, state, page);
  const data = response?.data;
  const accept = useAccept();
  const reject = useReject();
  const again = () => void refetch();
  const isBusy = accept.isBusy || reject.isBusy;
  const open = (next: PhrasingState) => {
    setState(next);
    setPage(1);
  };
  return (
    <>
      <p className="cell-quiet part-gap">{t('knowledge-gaps.phrasings.intro')}</p>
      <Learning contextId={contextId} />
      <Flex wrap justify="space-between" align="center" gap="middle" className="part-gap">
        <Segmented<PhrasingState>
          aria-label={t('knowledge-gaps.fields.state')}
          value={state}
          options={PHRASING_STATES.map((value) => ({ value, label: t(`knowledge-gaps.phrasings.states.${value}`) }))}
          onChange={open}
        />
        {canDecide && state === 'proposed' && (data?.total ?? 0) > 0 && (
          <Button type="primary" loading={accept.isBusy} disabled={isBusy} onClick={() => accept.call({ contextId })}>
            {t('knowledge-gaps.phrasings.acceptAll', { count: data?.total })}
          </Button>
        )}
      </Flex>
      {state === 'proposed' && accept.answer && <Proofs accepted={accept.answer} />}
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
          <Flex
            component="ul"
            vertical
            gap="small"
            className="plain part-gap"
            aria-label={t('knowledge-gaps.tabs.phrasings')}
          >
            {data.data.map((one) => (
              <PhrasingRow
                key={one.id}
                phrasing={one}
                isBusy={isBusy}
                accept={canDecide ? () => accept.call({ ids: [one.id] }) : undefined}
                reject={canDecide ? () => reject.call({ ids: [one.id] }) : undefined}
              />
            ))}
          </Flex>
          <Pagination
            current={page}
            pageSize={PAGE_SIZE}
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
