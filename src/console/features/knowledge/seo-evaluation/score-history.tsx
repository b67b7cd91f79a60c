import { useTranslation } from 'react-i18next';
import { BUSINESS_ZONE } from '../../../../shared/constants.ts';
import type { SeoEvaluation } from '../../../../shared/seo.ts';

const BOX = { width: 480, height: 112, side: 10, top: 12, bottom: 10 };
/** Readings shown, the newest ones. */
const SHOWN = 24;
const longDay = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', timeZone: BUSINESS_ZONE });
const shortDay = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'short', timeZone: BUSINESS_ZONE });

/** The scores of the readings as a line, each said in words too. */
export function ScoreHistory({ history }: { history: SeoEvaluation['history'] }) {
  const { t } = useTranslation();
  const points = history.slice(0, SHOWN).reverse();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const x = (at: number) =>
    points.length === 1 ? BOX.width / 2 : BOX.side + (at * (BOX.width - 2 * BOX.side)) / (points.length - 1);
  const y = (score: number) => BOX.top + ((100 - score) * (BOX.height - BOX.top - BOX.bottom)) / 100;
  const difference = last.score - first.score;
  const day = (at: string) => shortDay.format(new Date(at));
  return (
    <section className="seo-card seo-history" aria-labelledby="seo-history">
      <h2 id="seo-history">{t('seo.history')}</h2>
      <p>
        {points.length === 1
          ? t('seo.historyOne')
          : t(difference > 0 ? 'seo.historyUp' : difference < 0 ? 'seo.historyDown' : 'seo.historySame', {
              count: Math.abs(difference),
              day: longDay.format(new Date(first.at)),
            })}
      </p>
      {points.length > 1 && (
        <>
          <svg aria-hidden viewBox={`0 0 ${BOX.width} ${BOX.height}`} preserveAspectRatio="none">
            {[0, 50, 100].map((score) => (
              <line key={score} className="seo-grid" x1="0" x2={BOX.width} y1={y(score)} y2={y(score)} />
            ))}
            <polyline className="seo-line" points={points.map(({ score }, at) => `${x(at)},${y(score)}`).join(' ')} />
          </svg>
          <div className="seo-ends" aria-hidden>
            <span>{`${day(first.at)}: ${first.score}`}</span>
            <span>{`${day(last.at)}: ${last.score}`}</span>
          </div>
          <ul className="unseen">
            {points.map(({ at, score }) => (
              <li key={at}>{t('seo.historyPoint', { day: day(at), score })}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
