import { Flex } from 'antd';
import { Link } from 'react-router';
import type { Improvement } from '../../../../shared/knowledge-gaps.ts';
import { DialogButton } from '../../../components/buttons.tsx';
import { Icon } from '../../../components/icon.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useCall } from '../../../components/use-call.ts';
import { hasDraft } from '../../../components/use-draft.tsx';
import { useGet } from '../../../components/use-get.ts';
import { t } from '../../../providers/i18n.ts';
import { AnswerForm, type AnswerValues, useAncestors } from '../answer-form.tsx';
import { SideBySide } from '../side-by-side.tsx';

/** An exchange that may get a better answer. `asOf`: when it was read, in ms since 1970. */
export interface Improvable {
  conversationId: string;
  contextId: string;
  exchange: { id: string; question: string; answer: string; outcome: string; improvement: Improvement | null };
  asOf: number;
}

const POLL_MS = 1_500;
/** How long the state that was loaded with the conversation is not requested again. */
const STALE_MS = 30_000;
const pathOf = ({ conversationId, exchange }: Improvable) =>
  `/conversations/${conversationId}/messages/${exchange.id}/improvement`;

/** Returns the state of the better answer; null if there is none. Polls while the question is being asked again. */
function useImprovement(one: Improvable): Improvement | null {
  const { data } = useGet<{ improvement: Improvement | null }>(pathOf(one), {
    initialData: { data: { improvement: one.exchange.improvement } },
    initialDataUpdatedAt: one.asOf,
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (state.data?.data.improvement?.state === 'waiting' ? POLL_MS : false),
  });
  return data?.data.improvement ?? null;
}

/** Button that opens the form for a better answer. Not shown for small talk. */
export function ImproveButton({ one }: { one: Improvable }) {
  if (one.exchange.outcome === 'small_talk') return null;
  return (
    <DialogButton
      type="link"
      size="small"
      icon={<Icon name="edit" size={14} />}
      allowedBy={['improvements', 'create']}
      startsOpen={hasDraft(pathOf(one))}
      dialog={(close) => <ImproveForm one={one} onClose={close} />}
    >
      {t('conversations.improve.action')}
    </DialogButton>
  );
}

function ImproveForm({ one, onClose }: { one: Improvable; onClose: () => void }) {
  const contextIds = useAncestors([one.contextId]);
  const { question, answer, outcome } = one.exchange;
  const { call, isBusy } = useCall(pathOf(one));
  const save = (values: AnswerValues) =>
    call({
      url: pathOf(one),
      values,
      successText: t('conversations.improve.saved'),
      onSuccess: onClose,
    });
  return (
    <AnswerForm
      title={t('conversations.improve.title')}
      draftName={pathOf(one)}
      // An answer such as “I do not know” is not worth editing, so the form starts empty.
      start={{
        question,
        answer: ['unknown', 'shown', 'suggested'].includes(outcome) ? '' : answer,
        contextId: one.contextId,
      }}
      contextIds={contextIds}
      isBusy={isBusy}
      onSave={save}
      onClose={onClose}
    />
  );
}

/** Shows the original answer beside the answer that the question gets now. Shows nothing without a better answer. */
export function Improved({ one }: { one: Improvable }) {
  const improvement = useImprovement(one);
  if (!improvement) return null;
  const { state, answered, answer, contentId } = improvement;
  return (
    <section className="exchange-part" aria-label={t('conversations.improve.result')}>
      <Flex wrap gap="middle" className="cell-small">
        {state === 'waiting' ? (
          <StatusDot tone="moving">{t('knowledge-gaps.waiting')}</StatusDot>
        ) : (
          <StatusDot tone={answered ? 'good' : 'bad'}>
            {t(state === 'failed' ? 'knowledge-gaps.failed' : `conversations.improve.${answered ? 'better' : 'same'}`)}
          </StatusDot>
        )}
        <Link to={`/knowledge-base/content/edit/${contentId}`}>{t('knowledge-gaps.seeContent')}</Link>
      </Flex>
      {state !== 'failed' && <SideBySide before={one.exchange.answer} after={state === 'asked' ? answer : null} />}
    </section>
  );
}
