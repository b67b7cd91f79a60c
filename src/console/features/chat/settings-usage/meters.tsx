import { Card, Progress, Statistic } from 'antd';
import { formatCredits, formatNumber } from '../../../../shared/format.ts';
import { type LimitsRecord, NOTICE_LEVELS, NOTICED_LIMITS, type NoticedLimit } from '../../../../shared/limits.ts';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../providers/i18n.ts';

/** antd's Progress accepts a role, but its type does not. */
const METER = { role: 'meter' };

type UseLevel = 'boundless' | 'calm' | 'attention' | 'danger' | 'full';
type Use = LimitsRecord['use'][NoticedLimit];

const [ATTENTION, DANGER] = NOTICE_LEVELS;

/** Returns the used share of a limit in per cent, rounded down; null without a limit. */
const percentOf = ({ used, limit }: Use): number | null =>
  limit === null ? null : limit === 0 ? 100 : Math.floor((used / limit) * 100);

/** Returns the level of a use: attention from 60 %, danger from 90 %. */
export function levelOf(use: Use): UseLevel {
  const percent = percentOf(use);
  if (percent === null) return 'boundless';
  if (percent >= 100) return 'full';
  return percent >= DANGER ? 'danger' : percent >= ATTENTION ? 'attention' : 'calm';
}

const COLORS: Partial<Record<UseLevel, string>> = {
  attention: 'var(--attention)',
  danger: 'var(--danger)',
  full: 'var(--danger)',
};

function Meter({ limit, use }: { limit: NoticedLimit; use: Use }) {
  const percent = percentOf(use);
  const level = levelOf(use);
  const color = COLORS[level];
  const label = t(`limits.use.${limit}`);
  const unit = t(`limits.units.${limit === 'credits' ? 'credits' : 'interactions'}`, { count: use.limit ?? use.used });
  const format = limit === 'credits' ? formatCredits : formatNumber;
  const limitText = use.limit === null ? '' : t('limits.use.of', { limit: format(use.limit) });
  return (
    <Card>
      <Statistic
        title={label}
        value={use.used}
        formatter={() => format(use.used)}
        suffix={<span className="small-text">{`${limitText} ${unit}`}</span>}
      />
      {percent !== null && (
        <Progress
          {...METER}
          aria-label={label}
          aria-valuetext={t(`limits.levels.${level}`, { percent })}
          percent={Math.min(percent, 100)}
          showInfo={false}
          size="small"
          strokeColor={color ?? 'var(--primary)'}
        />
      )}
      <span className="small-text" style={{ color }}>
        {color && <Icon name="warning" size={14} />}{' '}
        {level === 'boundless' ? t(`limits.boundless.${limit}`) : t(`limits.levels.${level}`, { percent })}
      </span>
    </Card>
  );
}

/** Shows the use of today, of this month and of the plan's current period against the context's limits. */
export function Meters({ use }: { use: LimitsRecord['use'] }) {
  return (
    <section className="tiles meters" aria-label={t('limits.use.title')}>
      {NOTICED_LIMITS.map((limit) => (
        <Meter key={limit} limit={limit} use={use[limit]} />
      ))}
    </section>
  );
}
