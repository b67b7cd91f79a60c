import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnswerReasons } from '../../../../shared/chat-protocol.ts';
import { HeldBackNotice } from '../../../components/held-back-notice.tsx';
import { Icon } from '../../../components/icon.tsx';
import { OutcomeText } from '../../../components/outcome-text.tsx';

type Told = Parameters<typeof OutcomeText>[0]['exchange'] & {
  reasons: AnswerReasons | null;
  tokens: number;
  /** Credits. */
  cost: number;
  searched: string | null;
};

const written = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 });

/** Why an answer is as it is: what was found and how it weighed, what it cost, what a model was told. */
export function Why({ exchange }: { exchange: Told }) {
  const { t } = useTranslation();
  const { reasons, tokens, cost, searched } = exchange;
  if (!reasons) return null;
  const { confidence, passages, limits, system } = reasons;
  return (
    <details className="why">
      <summary>
        <Icon name="chevronRight" size={12} /> {t('conversations.why.title')}
      </summary>
      <OutcomeText exchange={exchange} />
      <HeldBackNotice heldBack={reasons.heldBack} />
      <dl className="why-facts">
        <Fact name={t('conversations.why.confidence')}>{Math.round(confidence * 100)}%</Fact>
        <Fact name={t('conversations.why.cost')}>{written.format(cost)}</Fact>
        <Fact name={t('conversations.why.tokens')}>{written.format(tokens)}</Fact>
        {limits.map(({ limit, used, of }) => (
          <Fact key={limit} name={t(`conversations.why.limits.${limit}`)}>
            {t('conversations.why.usedOf', { used: written.format(used), of: written.format(of) })}
          </Fact>
        ))}
        {searched && <Fact name={t('conversations.why.searched')}>{searched}</Fact>}
      </dl>
      <h3>{t('conversations.why.passages')}</h3>
      {passages.length === 0 ? (
        <p className="cell-quiet">{t('conversations.why.noPassages')}</p>
      ) : (
        <ol className="why-passages">
          {passages.map(({ contentId, title, heading, page, excerpt, score, used }, at) => (
            <li key={`${contentId}:${at}`} data-used={used}>
              <header>
                <Link to={`/knowledge-base/content/edit/${contentId}`}>{title}</Link>
                {used && <span className="why-used">{t('conversations.why.used')}</span>}
                <span className="figures cell-quiet">
                  {t('conversations.why.score', { score: written.format(score) })}
                </span>
              </header>
              {(heading || page) && (
                <p className="cell-quiet">
                  {[heading, page ? t('conversations.why.page', { page }) : ''].filter(Boolean).join(' · ')}
                </p>
              )}
              <p>{excerpt}</p>
            </li>
          ))}
        </ol>
      )}
      {system && (
        <details className="why-system">
          <summary>
            <Icon name="chevronRight" size={12} /> {t('conversations.why.system')}
          </summary>
          <pre>{system}</pre>
        </details>
      )}
    </details>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="figures">{children}</dd>
  </div>
);
