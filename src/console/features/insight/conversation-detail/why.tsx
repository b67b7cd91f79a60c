import { Collapse, Descriptions, Flex, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnswerReasons } from '../../../../shared/chat-protocol.ts';
import { formatNumber } from '../../../../shared/format.ts';
import { HeldBackNotice } from '../../../components/held-back-notice.tsx';
import { OutcomeText } from '../../../components/outcome-text.tsx';

export type ExplainedExchange = Parameters<typeof OutcomeText>[0]['exchange'] & {
  reasons: AnswerReasons | null;
  tokens: number;
  /** In credits. */
  cost: number;
  searched: string | null;
};

/** Minimum confidence of the search (0 to 1) that is shown as high, and as medium. */
const SURE_FROM = 0.75;
const HALF_SURE_FROM = 0.45;
/** Smaller costs, in credits, are not shown as a number. */
const TENTH = 0.1;

const certaintyOf = (confidence: number) =>
  confidence >= SURE_FROM ? 'high' : confidence >= HALF_SURE_FROM ? 'medium' : 'low';

/** Explains an answer: what the search found and how certain it was, what the answer cost and the model's instructions. */
export function Why({ exchange }: { exchange: ExplainedExchange }) {
  const { t } = useTranslation();
  const { reasons } = exchange;
  if (!reasons) return null;
  return (
    <Collapse
      ghost
      className="exchange-part exchange-why"
      items={[
        { key: 'why', label: t('conversations.why.title'), children: <Reasons {...exchange} reasons={reasons} /> },
      ]}
    />
  );
}

function Reasons({ reasons, ...exchange }: ExplainedExchange & { reasons: AnswerReasons }) {
  const { t } = useTranslation();
  const { confidence, passages, limits, system, heldBack } = reasons;
  const { tokens, cost, searched } = exchange;
  const isTiny = cost > 0 && cost < TENTH;
  const fact = (key: string, label: string, children: string) => ({
    key,
    label: t(`conversations.why.${label}`),
    children,
  });
  const facts = [
    fact('certainty', 'certainty.label', t(`conversations.why.certainty.${certaintyOf(confidence)}`)),
    fact('cost', 'cost', isTiny ? t('conversations.why.tinyCost') : formatNumber(cost)),
    tokens > 0 && fact('tokens', 'tokens', formatNumber(tokens)),
    ...limits.map(({ limit, used, of }) =>
      fact(limit, `limits.${limit}`, t('conversations.why.usedOf', { used: formatNumber(used), of: formatNumber(of) })),
    ),
    searched && fact('searched', 'searched', searched),
  ].filter((one) => typeof one === 'object' && one !== null);
  return (
    <Flex vertical gap="middle">
      <OutcomeText exchange={exchange} />
      <HeldBackNotice heldBack={heldBack} />
      <Descriptions
        layout="vertical"
        size="small"
        colon={false}
        column={{ xs: 2, sm: 3, md: 3, lg: 4, xl: 4, xxl: 4 }}
        items={facts}
      />
      <h3>{t('conversations.why.passages')}</h3>
      {passages.length === 0 ? (
        <p className="cell-quiet">{t('conversations.why.noPassages')}</p>
      ) : (
        <Flex component="ol" vertical gap="small" className="plain why-passages">
          {passages.map((passage, at) => (
            <Passage key={`${passage.contentId}:${at}`} passage={passage} />
          ))}
        </Flex>
      )}
      {system && (
        <Collapse
          ghost
          className="exchange-why"
          items={[
            {
              key: 'system',
              label: t('conversations.why.system'),
              children: <pre className="code-text">{system}</pre>,
            },
          ]}
        />
      )}
    </Flex>
  );
}

function Passage({ passage }: { passage: AnswerReasons['passages'][number] }) {
  const { t } = useTranslation();
  const { contentId, title, heading, page, excerpt, used } = passage;
  const position = [heading, page ? t('conversations.why.page', { page }) : ''].filter(Boolean).join(' · ');
  return (
    <li data-used={used}>
      <Flex wrap align="baseline" gap="small">
        <Link to={`/knowledge-base/content/edit/${contentId}`}>{title}</Link>
        {used && <Tag color="success">{t('conversations.why.used')}</Tag>}
      </Flex>
      {position && <p className="cell-quiet">{position}</p>}
      <p>{excerpt}</p>
    </li>
  );
}
