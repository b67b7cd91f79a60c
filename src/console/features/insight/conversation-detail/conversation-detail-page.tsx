import { type HttpError, useOne } from '@refinedev/core';
import { Button, Card, Flex } from 'antd';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { conversations } from '../../../../../resources/conversations.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { initialAppearance, type WidgetAppearance } from '../../../../shared/appearance.ts';
import type { ChannelPart } from '../../../../shared/channel-parts.ts';
import type { ConversationDetail, MemberExchange } from '../../../../shared/conversation-detail.ts';
import type { TalkMessage } from '../../../../shared/handover.ts';
import { mergeTalk } from '../../../../shared/merge-talk.ts';
import { renderExchange } from '../../../../widget/panel.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { CallButton } from '../../../components/buttons.tsx';
import { useEraseVisitor } from '../../../components/erase-visitor.tsx';
import { ExplainedAnswer } from '../../../components/explained-answer.tsx';
import { Facts, VisitData } from '../../../components/facts.tsx';
import { Fold } from '../../../components/fold.tsx';
import { Icon } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SkeletonBlock, SkeletonLine } from '../../../components/skeleton.tsx';
import { EmptyState, Loaded } from '../../../components/states.tsx';
import { ChannelPartLine, TalkLine, useChannelParts } from '../../../components/talk-line.tsx';
import { fullDate } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { textsOf } from '../../../resource/texts.ts';
import { useThemeName } from '../../../theme/theme-store.ts';
import { palettes } from '../../../theme/tokens.ts';
import { type Improvable, ImproveButton, Improved } from './improve.tsx';
import '../insight.css';

type StoredConversation = RecordOf<typeof conversations> & ConversationDetail;

/** Shows a conversation as the widget showed it, with facts such as its context, tokens and labels. */
export function ConversationDetailPage() {
  const { conversationId: id = '' } = useParams();
  const texts = textsOf(conversations);
  const { query } = useOne<StoredConversation, HttpError>({ resource: conversations.name, id });
  const conversation = query.data?.data;
  const back = { to: '/conversations', label: texts.title };
  const navigate = useNavigate();
  const { ask, dialog } = useEraseVisitor(() => void navigate(back.to, { replace: true }));
  const erase = ask && conversation && (
    <Button danger icon={<Icon name="trash" />} onClick={() => ask(id)}>
      {t('resource.eraseVisitor.label')}
    </Button>
  );
  const intro = conversation
    ? `${fullDate(conversation.startedAt)} · ${t('conversations.detail.questions', { count: conversation.exchanges.length })}`
    : !query.isError && <SkeletonLine />;
  return (
    <PageFrame
      title={conversation?.firstQuestion ?? texts.title}
      intro={intro}
      back={back}
      action={
        <>
          {conversation && <Attend conversation={conversation} />}
          {erase}
        </>
      }
    >
      <Loaded query={query} waiting={<Waiting />} back={back.to}>
        {({ data }) => (
          <div className="split conversation">
            <Flex vertical component="section" gap="large" aria-label={t('conversations.detail.transcript')}>
              {data.exchanges.length + data.talk.length === 0 ? (
                <EmptyState drawing="talk" title={t('conversations.detail.noExchanges')} />
              ) : (
                <Transcript conversation={data} asOf={query.dataUpdatedAt} />
              )}
            </Flex>
            <ConversationFacts conversation={data} />
          </div>
        )}
      </Loaded>
      {dialog}
    </PageFrame>
  );
}

/** Leads to the talk with a person, or lets the user join a visitor who may still be there. */
function Attend({ conversation: { id, handover, canJoin } }: { conversation: StoredConversation }) {
  const navigate = useNavigate();
  const canTake = useAllowed('inbox', 'take');
  const canLook = useAllowed('inbox', 'list');
  const path = `/inbox?conversation=${id}`;
  if (canJoin && canTake) {
    return (
      <CallButton
        type="primary"
        changes={[conversations.name]}
        call={{ url: `/inbox/${id}/take`, id, onSuccess: () => void navigate(path) }}
      >
        {t('conversations.detail.join')}
      </CallButton>
    );
  }
  if (handover === null || !canLook) return null;
  return <ButtonLink to={path}>{t('conversations.detail.seeInbox')}</ButtonLink>;
}

const Waiting = () => (
  <div className="split conversation" aria-busy>
    <SkeletonBlock height={240} />
    <SkeletonBlock className="conversation-facts" height={330} />
  </div>
);

/** Moves to the turn that the address names (`#<message id>`), once it is drawn. */
function useTurnOfAddress() {
  const { hash } = useLocation();
  useEffect(() => {
    const turn = hash && document.getElementById(hash.slice(1));
    if (!turn) return;
    turn.scrollIntoView({ block: 'center' });
    turn.focus({ preventScroll: true });
  }, [hash]);
}

/** Shows the questions and answers. `asOf`: when the conversation was read, in ms since 1970. */
function Transcript({ conversation, asOf }: { conversation: StoredConversation; asOf: number }) {
  const { id: conversationId, context: contextId, exchanges, talk } = conversation;
  const palette = palettes[useThemeName()];
  // Without an appearance (its context may have been deleted), the default is used. Background, text and bubbles follow
  // the console's theme.
  const appearance = useMemo(() => {
    const own = conversation.appearance ?? initialAppearance('Prosa', '');
    const { surface: ground, text, hover: botBubble } = palette;
    return { ...own, colors: { ...own.colors, ground, text, botBubble } };
  }, [conversation.appearance, palette]);
  const momentOf = { exchange: (one: MemberExchange) => one.createdAt, message: (one: TalkMessage) => one.at };
  const visitor = conversation.visitor?.name ?? t('inbox.visitor');
  const parts = useChannelParts(conversationId, String(asOf));
  useTurnOfAddress();
  const said = mergeTalk(exchanges, talk, momentOf);
  const momentIn = {
    exchange: (one: (typeof said)[number]) =>
      'exchange' in one ? momentOf.exchange(one.exchange) : momentOf.message(one.message),
    message: (one: ChannelPart) => one.at,
  };
  return mergeTalk(said, parts, momentIn).map((either) => {
    if ('message' in either) {
      const part = either.message;
      return <ChannelPartLine key={part.id} conversationId={conversationId} part={part} visitor={visitor} />;
    }
    const one = either.exchange;
    if ('exchange' in one) {
      const { exchange } = one;
      const improvable = { conversationId, contextId, exchange, asOf };
      return <ExchangeCard key={exchange.id} one={improvable} appearance={appearance} />;
    }
    const { id, seq: _, name, ...message } = one.message;
    return <TalkLine key={id} {...message} name={name ?? visitor} />;
  });
}

/** Keys of the texts for questions without a real answer, by outcome. */
const MISSING: Partial<Record<MemberExchange['outcome'], string>> = {
  unknown: 'unanswered',
  shown: 'shown',
  suggested: 'suggested',
  failed: 'failed',
};

/** One question with its answer and, below them, what visitors do not see, such as the model and the rating. */
function ExchangeCard(props: { one: Improvable & { exchange: MemberExchange }; appearance: WidgetAppearance }) {
  const { one, appearance } = props;
  const { exchange } = one;
  const { outcome, chosen, rating } = exchange;
  const isConfirmed = outcome === 'shown' && rating === 'up';
  const missing = chosen || isConfirmed ? undefined : MISSING[outcome];
  return (
    <Card id={exchange.id} tabIndex={-1} className="exchange" role="article" styles={{ body: { padding: 0 } }}>
      <RenderedExchange exchange={exchange} appearance={appearance} />
      <Flex component="footer" wrap align="center" gap="middle" className="cell-small exchange-part">
        <MomentText iso={exchange.createdAt} isExact />
        <span>{modelName(exchange.model)}</span>
        {exchange.rating && (
          <span>
            {t('conversations.detail.rating', { rating: t(`conversations.export.ratings.${exchange.rating}`) })}
          </span>
        )}
        {missing && (
          <span className="exchange-missing">
            <Icon name="warning" size={14} /> {t(`conversations.detail.${missing}`)}
          </span>
        )}
        {chosen && (
          <span>
            <Icon name="check" size={14} /> {t('conversations.detail.chosen')}
          </span>
        )}
        <ImproveButton one={one} />
      </Flex>
      <Improved one={one} />
      {exchange.reasons && <Why exchange={exchange} />}
    </Card>
  );
}

const WHY_COLUMNS = { xs: 2, sm: 3, md: 3, lg: 4, xl: 4, xxl: 4 };

/** Why the assistant answered so, folded. */
const Why = ({ exchange }: { exchange: MemberExchange }) => (
  <Fold ghost className="exchange-part folded-note" label={t('chat-preview.why.title')}>
    <ExplainedAnswer exchange={exchange} column={WHY_COLUMNS} />
  </Fold>
);

/** Returns the exchange without its outcome, because the widget's type does not allow all of our outcomes. */
const shownOf = ({ outcome, ...exchange }: MemberExchange) => ({ ...exchange, interrupted: outcome === 'cut' });

function RenderedExchange({ exchange, appearance }: { exchange: MemberExchange; appearance: WidgetAppearance }) {
  const host = useRef<HTMLDivElement>(null);
  // Before the browser paints, so that the exchange does not move what is below it.
  useLayoutEffect(() => {
    host.current?.replaceChildren(renderExchange(shownOf(exchange), appearance));
  }, [exchange, appearance]);
  return <div className="exchange-widget" ref={host} />;
}

const modelName = (model: string) => (model === 'embedded' ? t('chat.embedded_model') : model);

const FACTS = ['context', 'type', 'totalTokens', 'sentiment', 'goal', 'satisfied', 'wantedHuman'] as const;
const JUDGED = ['sentiment', 'goal', 'satisfied', 'wantedHuman'] as const;

/** Whether our own classifier set this label. Such labels are marked as estimates. */
const isEstimate = ({ labelledBy }: StoredConversation, name: string) =>
  labelledBy === 'classifier' && (JUDGED as readonly string[]).includes(name);

/** Whether a fact may be read and has a value to show. Tokens are left out if no model was used. */
const isKnown = (conversation: StoredConversation, name: (typeof FACTS)[number]) =>
  name in conversation && conversation[name] !== null && !(name === 'totalTokens' && conversation.totalTokens === 0);

function ConversationFacts({ conversation }: { conversation: StoredConversation }) {
  const models = [...new Set(conversation.exchanges.map(({ model }) => model))];
  const known = FACTS.filter((name) => isKnown(conversation, name)).map((name) => [
    `fields.${name}`,
    <Flex wrap gap={4}>
      <FieldCell resource={conversations} name={name} value={conversation[name]} />
      {isEstimate(conversation, name) && <span className="cell-quiet">{t('conversations.detail.estimated')}</span>}
    </Flex>,
  ]);
  const { name, email, data } = conversation.visitor ?? {};
  const isUnjudged = JUDGED.every((label) => conversation[label] === null);
  return (
    <Card role="complementary" className="conversation-facts">
      <h2 className="part-heading">{t('conversations.detail.facts')}</h2>
      <Facts
        texts="conversations"
        column={{ xs: 2, sm: 2, md: 2, lg: 1, xl: 1, xxl: 1 }}
        facts={{
          'detail.visitor': name,
          'detail.visitorEmail': email,
          ...Object.fromEntries(known),
          'detail.models': models.length > 0 && models.map(modelName).join(', '),
          'detail.judgement': isUnjudged && <span className="cell-quiet">{t('conversations.detail.notJudged')}</span>,
          'detail.visitorData': data && <VisitData data={data} />,
        }}
      />
    </Card>
  );
}
