import { type HttpError, useOne } from '@refinedev/core';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { conversations } from '../../../../../resources/conversations.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { initialAppearance, type WidgetAppearance } from '../../../../shared/appearance.ts';
import type { AnswerReasons, Exchange } from '../../../../shared/chat-protocol.ts';
import type { Improvement } from '../../../../shared/knowledge-gaps.ts';
import { fullDate } from '../../../components/days.ts';
import { Icon } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import type { Outcome } from '../../../components/outcome-text.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SkeletonBlock, SkeletonGrid, SkeletonLine } from '../../../components/skeleton.tsx';
import { EmptyState, LoadError } from '../../../components/states.tsx';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { useResourceTexts } from '../../../resource/words.ts';
import { type Improvable, ImproveButton, Improved } from './improve.tsx';
import { Why } from './why.tsx';
import './conversation-detail.css';

type ToldExchange = Omit<Exchange, 'outcome'> & {
  model: string;
  outcome: Outcome;
  tokens: number;
  cost: number;
  searched: string | null;
  reasons: AnswerReasons | null;
  improvement: Improvement | null;
};
type Conversation = RecordOf<typeof conversations> & { exchanges: ToldExchange[]; appearance: WidgetAppearance | null };

/** A conversation, told again in the widget's own hand, beside its facts. */
export function ConversationDetailPage() {
  const { conversationId: id = '' } = useParams();
  const { t } = useTranslation();
  const words = useResourceTexts(conversations);
  const { query } = useOne<Conversation, HttpError>({ resource: conversations.name, id, errorNotification: false });
  const conversation = query.data?.data;
  const back = { to: '/conversations', label: words.title };
  if (!conversation) {
    return (
      <PageFrame title={words.title} intro={!query.isError && <SkeletonLine />} back={back}>
        {query.isError ? (
          <LoadError error={query.error} again={() => void query.refetch()} busy={query.isFetching} back={back.to} />
        ) : (
          <div className="conversation" aria-busy>
            <SkeletonGrid className="conversation-exchanges" heights={[240, 240]} />
            <SkeletonBlock className="conversation-facts" height={330} />
          </div>
        )}
      </PageFrame>
    );
  }
  const { exchanges } = conversation;
  const intro = (
    <>
      {fullDate(conversation.startedAt)} · {t('conversations.detail.questions', { count: exchanges.length })}
    </>
  );
  return (
    <PageFrame title={conversation.firstQuestion} intro={intro} back={back}>
      <div className="conversation">
        <section className="conversation-exchanges" aria-label={t('conversations.detail.transcript')}>
          {exchanges.length === 0 ? (
            <EmptyState drawing="talk" title={t('conversations.detail.noExchanges')} />
          ) : (
            <Transcript conversation={conversation} asOf={query.dataUpdatedAt} />
          )}
        </section>
        <Facts conversation={conversation} />
      </div>
    </PageFrame>
  );
}

/** @param props.asOf when it was read, in ms. */
function Transcript({ conversation, asOf }: { conversation: Conversation; asOf: number }) {
  const { id: conversationId, context: contextId, exchanges } = conversation;
  // A talk outlives what surrounds it: without an appearance it is still told, in the looks that a new context has.
  const appearance = useMemo(
    () => conversation.appearance ?? initialAppearance('Prosa', ''),
    [conversation.appearance],
  );
  return exchanges.map((exchange) => (
    <Told key={exchange.id} one={{ conversationId, contextId, exchange, asOf }} appearance={appearance} />
  ));
}

/** What is said of a question that got no answer. */
const LACKS: Partial<Record<ToldExchange['outcome'], string>> = {
  unknown: 'unanswered',
  suggested: 'suggested',
  failed: 'failed',
};

/** One question with its answer, and below what only the house sees: when, by which model, and what was missing. */
function Told(props: { one: Improvable & { exchange: ToldExchange }; appearance: WidgetAppearance }) {
  const { t } = useTranslation();
  const { one, appearance } = props;
  const { exchange } = one;
  const { outcome, chosen } = exchange;
  const missing = chosen ? undefined : LACKS[outcome];
  return (
    <article className="told">
      <Drawn exchange={exchange} appearance={appearance} />
      <footer className="told-foot">
        <MomentText iso={exchange.createdAt} />
        <span>{modelName(exchange.model, t('chat.embedded_model'))}</span>
        {exchange.rating && (
          <span className="told-rating">
            {t('conversations.detail.rating', { rating: t(`conversations.export.ratings.${exchange.rating}`) })}
          </span>
        )}
        {missing && (
          <span className="told-miss">
            <Icon name="warning" size={14} /> {t(`conversations.detail.${missing}`)}
          </span>
        )}
        {chosen && (
          <span>
            <Icon name="check" size={14} /> {t('conversations.detail.chosen')}
          </span>
        )}
        <ImproveButton one={one} />
      </footer>
      <Improved one={one} />
      <Why exchange={exchange} />
    </article>
  );
}

/** What a visitor saw of it: of its outcomes the widget knows three. */
const shownOf = ({ outcome: _, ...exchange }: ToldExchange) => exchange;

/** Lends a place to the widget's renderer. */
function Drawn({ exchange, appearance }: { exchange: ToldExchange; appearance: WidgetAppearance }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isGone = false;
    const place = host.current;
    void import('../../../../widget/panel.ts').then(({ renderExchange }) => {
      if (!isGone) place?.replaceChildren(renderExchange(shownOf(exchange), appearance));
    });
    return () => {
      isGone = true;
    };
  }, [exchange, appearance]);
  return <div className="told-drawn" ref={host} />;
}

const modelName = (model: string, embedded: string) => (model === 'embedded' ? embedded : model);

const FACTS = ['context', 'type', 'totalTokens', 'sentiment', 'goal', 'satisfied', 'wantedHuman'] as const;
const JUDGED = ['sentiment', 'goal', 'satisfied', 'wantedHuman'] as const;

/** What our own classifier set is an estimate, and is said to be one. */
const isEstimate = ({ labelledBy }: Conversation, name: string) =>
  labelledBy === 'classifier' && (JUDGED as readonly string[]).includes(name);

function Facts({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation();
  const words = useResourceTexts(conversations);
  const models = [...new Set(conversation.exchanges.map(({ model }) => model))];
  const known = FACTS.filter((name) => conversation[name] !== null);
  return (
    <aside className="conversation-facts">
      <h2>{t('conversations.detail.facts')}</h2>
      <dl>
        {known.map((name) => (
          <Fact key={name} name={words.field(name)}>
            <FieldCell resource={conversations} name={name} value={conversation[name]} />
            {isEstimate(conversation, name) && (
              <span className="cell-quiet"> {t('conversations.detail.estimated')}</span>
            )}
          </Fact>
        ))}
        {models.length > 0 && (
          <Fact name={t('conversations.detail.models')}>
            {models.map((model) => modelName(model, t('chat.embedded_model'))).join(', ')}
          </Fact>
        )}
        {JUDGED.every((name) => conversation[name] === null) && (
          <Fact name={t('conversations.detail.judgement')}>
            <span className="cell-quiet">{t('conversations.detail.notJudged')}</span>
          </Fact>
        )}
      </dl>
    </aside>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
