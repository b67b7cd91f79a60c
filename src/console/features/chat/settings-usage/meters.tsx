import { useTranslation } from 'react-i18next';
import { type LimitsRecord, NOTICE_LEVELS, NOTICED_LIMITS, type NoticedLimit } from '../../../../shared/limits.ts';
import { Icon } from '../../../components/icon.tsx';

export type UseLevel = 'boundless' | 'calm' | 'attention' | 'danger' | 'full';
type Use = LimitsRecord['use'][NoticedLimit];

const [ATTENTION, DANGER] = NOTICE_LEVELS;

/** The share of a limit that is used, in whole per cent, rounded down: 90 % is said at 90 %, not before. */
export const percentOf = ({ used, limit }: Use): number | null =>
  limit === null ? null : limit === 0 ? 100 : Math.floor((used / limit) * 100);

/** How near its end a limit is: attention from 60 %, danger from 90 %. */
export function levelOf(use: Use): UseLevel {
  const percent = percentOf(use);
  if (percent === null) return 'boundless';
  if (percent >= 100) return 'full';
  return percent >= DANGER ? 'danger' : percent >= ATTENTION ? 'attention' : 'calm';
}

const figures = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

function Meter({ limit, use }: { limit: NoticedLimit; use: Use }) {
  const { t } = useTranslation();
  const percent = percentOf(use);
  const level = levelOf(use);
  const label = t(`limits.use.${limit}`);
  const used = figures.format(use.used);
  const unit = t(`limits.units.${limit === 'credits' ? 'credits' : 'interactions'}`, { count: use.limit ?? use.used });
  const isNear = level !== 'calm' && level !== 'boundless';
  return (
    <div className="meter" data-level={level}>
      <h3>{label}</h3>
      <p className="meter-figure figures">
        <strong>{used}</strong> {use.limit !== null && t('limits.use.of', { limit: figures.format(use.limit) })} {unit}
      </p>
      {percent !== null && (
        <span
          className="meter-bar"
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(percent, 100)}
          aria-valuetext={t(`limits.levels.${level}`, { percent })}
        >
          <span style={{ transform: `scaleX(${Math.min(percent, 100) / 100})` }} />
        </span>
      )}
      <p className="meter-word">
        {isNear && <Icon name="warning" size={14} />}
        {level === 'boundless' ? t(`limits.boundless.${limit}`) : t(`limits.levels.${level}`, { percent })}
      </p>
    </div>
  );
}

/** What is used today, this month and in the running period of the plan, against the limits of the context. */
export function Meters({ use }: { use: LimitsRecord['use'] }) {
  const { t } = useTranslation();
  return (
    <section className="meters" aria-label={t('limits.use.title')}>
      {NOTICED_LIMITS.map((limit) => (
        <Meter key={limit} limit={limit} use={use[limit]} />
      ))}
    </section>
  );
}
