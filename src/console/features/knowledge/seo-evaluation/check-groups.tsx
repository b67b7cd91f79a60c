import { Avatar, Collapse, Flex, Tag, Typography } from 'antd';
import type { SeoCheck } from '../../../../shared/seo.ts';
import { Fold } from '../../../components/fold.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { i18n, t } from '../../../providers/i18n.ts';

type CheckOutcome = SeoCheck['outcome'];

/** Checks that look for something unwanted. For them, an empty `found` does not mean that something is missing. */
const UNWANTED: readonly string[] = ['javascript', 'plugins', 'meta-refresh'];
const hasFailed = ({ outcome }: SeoCheck) => outcome === 'fail' || outcome === 'warn';
const OUTCOMES = ['fail', 'warn', 'pass', 'none'] as const;
const SIGNS: Record<CheckOutcome, { icon: IconName; color: string; background: string }> = {
  fail: { icon: 'close', color: 'var(--danger)', background: 'var(--danger-soft)' },
  warn: { icon: 'warning', color: 'var(--attention)', background: 'var(--attention-soft)' },
  pass: { icon: 'check', color: 'var(--primary)', background: 'var(--primary-soft)' },
  none: { icon: 'minus', color: 'var(--quiet)', background: 'var(--hover)' },
};
/** Minimum weight of each level. */
const WEIGHTS = { high: 4, middle: 2 };
const weightOf = ({ weight }: SeoCheck) =>
  weight >= WEIGHTS.high ? 'high' : weight >= WEIGHTS.middle ? 'middle' : 'low';

/** Groups the checks by outcome, failed first, and sorts them by weight. Passed and inapplicable groups start folded. */
export function CheckGroups({ checks }: { checks: readonly SeoCheck[] }) {
  const groups = OUTCOMES.flatMap((outcome) => {
    const some = checks.filter((check) => check.outcome === outcome).toSorted((a, b) => b.weight - a.weight);
    return some.length > 0 ? [{ outcome, some }] : [];
  });
  return (
    <Flex vertical gap={16}>
      {groups.map(({ outcome, some }) => (
        <Fold
          key={outcome}
          isOpen={outcome === 'fail' || outcome === 'warn'}
          expandIconPosition="end"
          styles={{ body: { padding: 0 } }}
          label={
            <Flex gap={8}>
              <strong>{t(`seo.outcomes.${outcome}`)}</strong>
              <Tag bordered={false} className="figures">
                {some.length}
              </Tag>
            </Flex>
          }
        >
          <Checks outcome={outcome} checks={some} />
        </Fold>
      ))}
    </Flex>
  );
}

function Checks({ outcome, checks }: { outcome: CheckOutcome; checks: readonly SeoCheck[] }) {
  return (
    <Collapse
      bordered={false}
      defaultActiveKey={outcome === 'fail' ? checks.map(({ id }) => id) : []}
      expandIconPosition="end"
      items={checks.map((check) => ({
        key: check.id,
        label: <CheckTitle check={check} />,
        children: <CheckAdvice check={check} />,
      }))}
    />
  );
}

function CheckTitle({ check }: { check: SeoCheck }) {
  const { id, outcome } = check;
  const { icon, ...colors } = SIGNS[outcome];
  const found = findingsIn(check);
  return (
    <Flex gap={12} align="flex-start">
      <Avatar shape="square" size={22} style={colors} icon={<Icon name={icon} size={14} />} aria-hidden />
      <div className="fill">
        <span className="unseen">{t(`seo.outcomes.${outcome}`)}: </span>
        {t(`seo.checks.${id}.${hasFailed(check) ? 'fault' : 'title'}`)}
        {found && outcome !== 'none' && <div className="small-text">{found}</div>}
      </div>
      <span className="small-text wide-only">{t(`seo.weights.${weightOf(check)}`)}</span>
    </Flex>
  );
}

/** Explains why a check matters, what to do, and the technical details for the person who maintains the site. */
function CheckAdvice({ check: { id, outcome } }: { check: SeoCheck }) {
  const parts = outcome === 'pass' ? (['why'] as const) : (['why', 'what', 'how'] as const);
  return parts.map((part) => (
    <Typography.Paragraph key={part} className="seo-advice">
      <strong>{t(`seo.${part}`)}</strong>
      <br />
      <Typography.Text type="secondary">{t(`seo.checks.${id}.${part}`)}</Typography.Text>
    </Typography.Paragraph>
  ));
}

/** Returns what a check found, with numbers as a phrase. If something required is missing, the text says so. */
function findingsIn(check: SeoCheck): string {
  const { id, found } = check;
  const key = `seo.foundAs.${id}`;
  if (found === '') return hasFailed(check) && !UNWANTED.includes(id) ? t('seo.foundNothing') : '';
  const isCounted = i18n.exists(`${key}_other`);
  if (isCounted && /^\d+$/.test(found)) return t(key, { count: Number(found) });
  if (!isCounted && i18n.exists(key)) return t(key, { found });
  const [share, part, all] = /^(\d+)\/(\d+)/.exec(found) ?? [];
  if (!share) return found;
  return part === '0' ? '' : t('seo.share', { part, all }) + found.slice(share.length);
}
