import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Improvement } from '../../../../shared/knowledge-gaps.ts';
import { Icon } from '../../../components/icon.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { notify } from '../../../providers/notification.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { AnswerForm, useLineage, type Written } from '../answer-form.tsx';
import { SideBySide } from '../side-by-side.tsx';

/** The exchange that may be answered better, as it was read `asOf`, in ms. */
export interface Improvable {
  conversationId: string;
  contextId: string;
  exchange: { id: string; question: string; answer: string; outcome: string; improvement: Improvement | null };
  asOf: number;
}

const POLL_MS = 1_500;
/** What came with the conversation is not asked for at once again. */
const FRESH_MS = 30_000;
const pathOf = ({ conversationId, exchange }: Improvable) =>
  `/conversations/${conversationId}/messages/${exchange.id}/improvement`;
const keyOf = ({ exchange }: Improvable) => ['improvement', exchange.id];

/** What became of an answer that was written in this one's place: told with the conversation, asked for while it is awaited. */
export const useImprovement = (one: Improvable) =>
  useQuery({
    queryKey: keyOf(one),
    queryFn: ({ signal }) => request<{ improvement: Improvement | null }>(pathOf(one), { signal }),
    initialData: { improvement: one.exchange.improvement },
    initialDataUpdatedAt: one.asOf,
    staleTime: FRESH_MS,
    refetchInterval: ({ state: { data } }) => (data?.improvement?.state === 'waiting' ? POLL_MS : false),
    refetchIntervalInBackground: false,
  });

/** Opens the form with which the right answer is written. */
export function ImproveButton({ one }: { one: Improvable }) {
  const { t } = useTranslation();
  const canImprove = useAllowed('improvements', 'create');
  const [isOpen, setIsOpen] = useState(false);
  if (!canImprove || one.exchange.outcome === 'small_talk') return null;
  return (
    <>
      <Button type="link" size="small" icon={<Icon name="edit" size={14} />} onClick={() => setIsOpen(true)}>
        {t('conversations.improve.action')}
      </Button>
      {isOpen && <ImproveForm one={one} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ImproveForm({ one, onClose }: { one: Improvable; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const contextIds = useLineage([one.contextId]);
  const { question, answer, outcome } = one.exchange;
  const save = useMutation({
    mutationFn: (body: Written) => request(pathOf(one), { method: 'POST', body }),
    onSuccess: () => {
      notify({ type: 'success', message: t('conversations.improve.saved') });
      void client.invalidateQueries({ queryKey: keyOf(one) });
      onClose();
    },
    onError: (failure) => void showFailure(failure),
  });
  return (
    <AnswerForm
      title={t('conversations.improve.title')}
      // That one does not know is no answer to begin from.
      start={{
        question,
        answer: outcome === 'unknown' || outcome === 'suggested' ? '' : answer,
        contextId: one.contextId,
      }}
      contextIds={contextIds}
      isBusy={save.isPending}
      onSave={(written) => save.mutate(written)}
      onClose={onClose}
    />
  );
}

/** The answer that was given beside the one that is given now. */
export function Improved({ one }: { one: Improvable }) {
  const { t } = useTranslation();
  const improvement = useImprovement(one).data?.improvement;
  if (!improvement) return null;
  const { state, answered, answer, contentId } = improvement;
  return (
    <section className="improved" aria-label={t('conversations.improve.result')}>
      <header>
        {state === 'waiting' ? (
          <StatusDot tone="moving">{t('knowledge-gaps.waiting')}</StatusDot>
        ) : (
          <StatusDot tone={answered ? 'good' : 'bad'}>
            {t(state === 'failed' ? 'knowledge-gaps.failed' : `conversations.improve.${answered ? 'better' : 'same'}`)}
          </StatusDot>
        )}
        <Link to={`/knowledge-base/content/edit/${contentId}`}>{t('knowledge-gaps.seeContent')}</Link>
      </header>
      {state !== 'failed' && <SideBySide before={one.exchange.answer} after={state === 'asked' ? answer : null} />}
    </section>
  );
}
