import { Descriptions, type DescriptionsProps, Flex, Progress, Tag } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AnswerReasons, ChosenSuggestion, HeldBack, Suggestion } from '../../shared/chat-protocol.ts';
import { formatNumber } from '../../shared/format.ts';
import { t } from '../providers/i18n.ts';
import { Fold } from './fold.tsx';
import './components.css';

/** One exchange as the API returns it to members. */
export type ExplainedExchange = Parameters<typeof OutcomeText>[0]['exchange'] & {
  reasons: AnswerReasons | null;
  model: string;
  tokens: number;
  /** In credits. */
  cost: number;
  /** The question as it was searched, completed with the earlier topic; null if it is the same. */
  searched: string | null;
};

/** Minimum confidence of the search (0 to 1) that is shown as high, and as medium. */
const SURE_FROM = 0.75;
const HALF_SURE_FROM = 0.45;
/** Smaller costs, in credits, are not shown as a number. */
const TENTH = 0.1;

function certaintyText({ confidence }: AnswerReasons): string {
  const level = confidence >= SURE_FROM ? 'high' : confidence >= HALF_SURE_FROM ? 'medium' : 'low';
  const percent = Math.round(Math.min(Math.max(confidence, 0), 1) * 100);
  return t(`chat-preview.why.certainty.${level}`, { percent });
}

/**
 * Explains an answer: what the search found and how certain it was, what the answer cost, and the model's instructions.
 * Needs the `chat-preview` and `chat` texts. `children` follow the outcome.
 */
export function ExplainedAnswer(props: {
  exchange: ExplainedExchange;
  column: DescriptionsProps['column'];
  children?: ReactNode;
}) {
  const { exchange, column, children } = props;
  const { reasons, model, tokens, cost, searched } = exchange;
  const fact = (key: string, value: string) => ({ key, label: t(`chat-preview.why.${key}`), children: value });
  const facts = [
    reasons && fact('confidence', certaintyText(reasons)),
    fact('model', model === 'embedded' ? t('chat.embedded_model') : model),
    fact('credits', cost > 0 && cost < TENTH ? t('chat-preview.why.tinyCost') : formatNumber(cost)),
    tokens > 0 && fact('tokens', formatNumber(tokens)),
    ...(reasons?.limits ?? []).map(({ limit, used, of }) =>
      fact(`limits.${limit}`, t('chat-preview.why.used', { used: formatNumber(used), of: formatNumber(of) })),
    ),
    searched && fact('searched', searched),
  ].filter((one) => typeof one === 'object' && one !== null);
  return (
    <Flex vertical gap="middle">
      <OutcomeText exchange={exchange} />
      {children}
      <HeldBackNotice heldBack={reasons?.heldBack} />
      <Descriptions layout="vertical" size="small" colon={false} column={column} items={facts} />
      {reasons && <Passages passages={reasons.passages} />}
      {reasons?.system && (
        <Fold ghost className="folded-note" label={t('chat-preview.why.system')}>
          <pre className="code-text">{reasons.system}</pre>
        </Fold>
      )}
    </Flex>
  );
}

function Passages({ passages }: { passages: AnswerReasons['passages'] }) {
  if (passages.length === 0) return <p className="cell-quiet">{t('chat-preview.why.noPassages')}</p>;
  const best = Math.max(...passages.map(({ score }) => score), Number.EPSILON);
  const placeOf = ({ heading, page }: AnswerReasons['passages'][number]) =>
    [heading, page !== null && t('chat-preview.page', { page })].filter(Boolean).join(' · ');
  return (
    <>
      <h3>{t('chat-preview.why.passages')}</h3>
      <Flex
        component="ol"
        vertical
        gap="small"
        className="plain why-passages"
        aria-label={t('chat-preview.why.passages')}
      >
        {passages.map((passage, at) => (
          <li key={`${passage.contentId}:${at}`} data-used={passage.used}>
            <Flex wrap align="baseline" gap="small">
              <Link to={`/knowledge-base/content/edit/${passage.contentId}`}>{passage.title}</Link>
              {passage.used && <Tag color="success">{t('chat-preview.why.usedPassage')}</Tag>}
            </Flex>
            <span aria-hidden>
              <Progress
                size={['100%', 3]}
                showInfo={false}
                percent={(100 * Math.max(passage.score, 0)) / best}
                strokeColor={passage.used ? undefined : 'var(--quiet)'}
              />
            </span>
            {placeOf(passage) && <p className="cell-quiet">{placeOf(passage)}</p>}
            <p>{passage.excerpt}</p>
          </li>
        ))}
      </Flex>
    </>
  );
}

type ExplainedOutcome =
  'answered' | 'shown' | 'suggested' | 'unknown' | 'asked_back' | 'small_talk' | 'cut' | 'unpaid' | 'failed';

interface AnsweredExchange {
  outcome: ExplainedOutcome;
  suggestions?: readonly Pick<Suggestion, 'contentId' | 'ordinal' | 'label'>[];
  chosen?: Pick<ChosenSuggestion, 'contentId' | 'ordinal'> | null;
}

function OutcomeText({ exchange: { outcome, suggestions = [], chosen } }: { exchange: AnsweredExchange }) {
  const chosenSuggestion = suggestions.find(
    ({ contentId, ordinal }) => contentId === chosen?.contentId && ordinal === chosen.ordinal,
  );
  return (
    <p>
      {t(`chat-preview.why.outcomes.${outcome}`)}
      {/* Answers may also have suggestions. That none was chosen matters only if the question was not answered. */}
      {chosenSuggestion && ` ${t('chat-preview.why.chosen', { label: chosenSuggestion.label })}`}
      {!chosenSuggestion && outcome === 'suggested' && ` ${t('chat-preview.why.notChosen')}`}
    </p>
  );
}

/** Shows the model's sentences that were withheld from the visitor, each with its unsupported claims. */
function HeldBackNotice({ heldBack = [] }: { heldBack?: readonly HeldBack[] | undefined }) {
  if (heldBack.length === 0) return null;
  return (
    <div className="held-back">
      <p>{t('chat-preview.why.heldBack', { count: heldBack.length })}</p>
      <ul>
        {heldBack.map(({ sentence, claims }, at) => (
          <li key={at}>
            “{sentence}”{' '}
            <span className="cell-quiet">
              {claims.map(({ kind, text }) => `${t(`chat-preview.why.claims.${kind}`)}: ${text}`).join('; ')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
