import { Button, Card, Flex, Pagination, Segmented, Typography } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  LEARN_AFTER_MAX,
  LEARN_AFTER_MIN,
  type Phrasing,
  PHRASING_STATES,
  type PhrasingLearning,
  type PhrasingsAccepted,
  type PhrasingsChosen,
  type PhrasingState,
} from '../../../../shared/phrasings.ts';
import { Icon } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { NeedsContext } from '../../../components/needs-context.tsx';
import { NumberInput } from '../../../components/number-input.tsx';
import { SwitchLine } from '../../../components/page-section.tsx';
import { EmptyState, Loaded } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { PAGE_SIZE, useLearning, usePhrasingCall, usePhrasings } from './use-phrasings.ts';

/** The number of visitors that is set when automatic acceptance is switched on. */
const DEFAULT_PEOPLE = 3;

/** Switches automatic acceptance of phrasings on or off, and sets how many visitors must have used a phrasing. */
function Learning({ contextId }: { contextId: string }) {
  const canAutomate = useAllowed('phrasings', 'automate');
  const data = useLearning(contextId);
  const learn = usePhrasingCall<PhrasingLearning>('learning');
  if (!data) return null;
  const set = (after: number | null) => learn.call({ contextId, after });
  return (
    <Card size="small" className="part-gap">
      <Flex wrap gap="middle">
        <SwitchLine
          label={t('knowledge-gaps.phrasings.automatic')}
          hint={t(`knowledge-gaps.phrasings.${canAutomate ? 'automaticHint' : 'automaticBy'}`)}
          checked={data.after !== null}
          disabled={!canAutomate}
          loading={learn.isBusy}
          onChange={(isOn) => set(isOn ? DEFAULT_PEOPLE : null)}
        />
        {data.after !== null && <People key={data.after} after={data.after} set={set} disabled={!canAutomate} />}
      </Flex>
    </Card>
  );
}

/** Input for the number of visitors. Saves when it loses focus or the user presses Enter. */
function People({ after, set, disabled }: { after: number; set: (after: number) => void; disabled: boolean }) {
  const [typed, setTyped] = useState<number | null>(after);
  const done = () => {
    if (typed === null) setTyped(after);
    else if (typed !== after) set(typed);
  };
  return (
    <Flex component="label" align="center" gap={12}>
      <NumberInput
        style={{ width: 72 }}
        value={typed}
        min={LEARN_AFTER_MIN}
        max={LEARN_AFTER_MAX}
        precision={0}
        disabled={disabled}
        onChange={setTyped}
        onBlur={done}
        onPressEnter={done}
      />
      {t('knowledge-gaps.phrasings.peopleNeeded')}
    </Flex>
  );
}

/** Lists phrasings that visitors use for existing contents. Accepted phrasings are answered directly. */
export function PhrasingsTab() {
  const { current } = useCurrentContext();
  return <NeedsContext>{() => current && <Phrasings key={current.id} contextId={current.id} />}</NeedsContext>;
}

function Phrasings({ contextId }: { contextId: string }) {
  const canDecide = useAllowed('phrasings', 'decide');
  const [state, setState] = useState<PhrasingState>('proposed');
  const [page, setPage] = useState(1);
  const query = usePhrasings(contextId, state, page);
  const data = query.data?.data;
  const accept = usePhrasingCall<PhrasingsChosen, PhrasingsAccepted>('accept');
  const reject = usePhrasingCall<PhrasingsChosen>('reject');
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
      {state === 'proposed' && accept.answer && <PhrasingAnswers accepted={accept.answer} />}
      <Loaded query={query} isRefreshed rows={4}>
        {({ data: { data: rows, total } }) =>
          total === 0 ? (
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
                {rows.map((one) => (
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
                total={total}
                hideOnSinglePage
                showSizeChanger={false}
                onChange={setPage}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

/** Shows the answers that the phrasings get after they were accepted. */
function PhrasingAnswers({ accepted: { data, left } }: { accepted: PhrasingsAccepted }) {
  if (data.length === 0) return null;
  const answered = data.filter(({ proof }) => proof.answered).length;
  return (
    <Card role="status" className="part-gap">
      <h2>{t('knowledge-gaps.phrasings.proved', { answered, count: data.length })}</h2>
      <Flex component="ul" vertical gap="small" className="plain phrasing-proofs">
        {data.map(({ id, text, proof }) => (
          <li key={id}>
            <StatusDot tone={proof.answered ? 'good' : 'bad'}>“{text}”</StatusDot>
            <p className="cell-quiet">{proof.answer || t('knowledge-gaps.phrasings.isNot')}</p>
          </li>
        ))}
      </Flex>
      {left > 0 && <p>{t('knowledge-gaps.phrasings.left', { count: left })}</p>}
    </Card>
  );
}

interface PhrasingRowProps {
  phrasing: Phrasing;
  isBusy: boolean;
  accept?: () => void;
  reject?: () => void;
}

/** A phrasing, the content that visitors chose for it, and how many visitors did. */
function PhrasingRow({ phrasing, isBusy, accept, reject }: PhrasingRowProps) {
  const { text, contentId, contentTitle, people, lastAt, state, proof } = phrasing;
  const isAccepted = state === 'accepted';
  return (
    <li>
      <Card size="small">
        <Flex wrap justify="space-between" align="center" gap="small">
          <div className="fill" style={{ flexBasis: 240 }}>
            <p>
              <Typography.Text strong>“{text}”</Typography.Text> <span aria-hidden="true">→</span>{' '}
              <Link to={`/knowledge-base/content/edit/${contentId}`}>{contentTitle}</Link>
            </p>
            <p className="cell-small">
              {t('knowledge-gaps.phrasings.people', { count: people })} · <MomentText iso={lastAt} />
            </p>
            {isAccepted && proof && (
              <StatusDot tone={proof.answered ? 'good' : 'bad'}>
                {t(`knowledge-gaps.phrasings.${proof.answered ? 'isAnswered' : 'isNot'}`)}
              </StatusDot>
            )}
          </div>
          {(accept || reject) && (
            <Flex gap={4}>
              {accept && !isAccepted && (
                <Button
                  icon={<Icon name="check" />}
                  disabled={isBusy}
                  onClick={accept}
                  aria-label={t('knowledge-gaps.phrasings.acceptOne', { text })}
                >
                  {t('knowledge-gaps.phrasings.accept')}
                </Button>
              )}
              {reject && state !== 'rejected' && (
                <Button
                  type="text"
                  disabled={isBusy}
                  onClick={reject}
                  aria-label={t('knowledge-gaps.phrasings.rejectOne', { text })}
                >
                  {t(`knowledge-gaps.phrasings.${isAccepted ? 'takeBack' : 'reject'}`)}
                </Button>
              )}
            </Flex>
          )}
        </Flex>
      </Card>
    </li>
  );
}
