import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeoCheck } from '../../../../shared/seo.ts';
import { Icon, type IconName } from '../../../components/icon.tsx';

/** Checks of what should not be there: with nothing quoted from the page, there is nothing to call missing. */
const UNWANTED: readonly string[] = ['javascript', 'plugins', 'meta-refresh'];
const isAtFault = ({ outcome }: SeoCheck) => outcome === 'fail' || outcome === 'warn';
const OUTCOMES = ['fail', 'warn', 'pass', 'none'] as const;
const SIGNS: Record<SeoCheck['outcome'], IconName> = { fail: 'close', warn: 'warning', pass: 'check', none: 'minus' };
/** From this weight on a check counts much, as those do that Lighthouse weighs. */
const WEIGHTS = { high: 4, middle: 2 };
const weightOf = ({ weight }: SeoCheck) =>
  weight >= WEIGHTS.high ? 'high' : weight >= WEIGHTS.middle ? 'middle' : 'low';

/** The checks, what failed first and the heaviest before the lighter; what is right keeps folded. */
export function CheckGroups({ checks }: { checks: readonly SeoCheck[] }) {
  return (
    <div className="seo-groups">
      {OUTCOMES.map((outcome) => {
        const some = checks.filter((check) => check.outcome === outcome).toSorted((a, b) => b.weight - a.weight);
        return some.length > 0 && <Group key={outcome} outcome={outcome} checks={some} />;
      })}
    </div>
  );
}

function Group({ outcome, checks }: { outcome: SeoCheck['outcome']; checks: readonly SeoCheck[] }) {
  const { t } = useTranslation();
  const isDone = outcome === 'pass' || outcome === 'none';
  const [isOpen, setOpen] = useState(!isDone);
  const id = `seo-${outcome}`;
  return (
    <section className="seo-group" data-outcome={outcome} aria-labelledby={id}>
      <h2 id={id}>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(`seo.outcomes.${outcome}`)} <span className="figures seo-count">{checks.length}</span>
          <Icon name="chevronDown" size={14} />
        </button>
      </h2>
      {isOpen && (
        <ul>
          {checks.map((check) => (
            <Check key={check.id} check={check} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** One check: how it went and what was found; opened, why it matters and what to do. */
function Check({ check }: { check: SeoCheck }) {
  const { t } = useTranslation();
  const { id, outcome } = check;
  const found = useFound(check);
  return (
    <li>
      <details className="seo-check" open={outcome === 'fail'}>
        <summary>
          <span className="seo-sign" data-outcome={outcome}>
            <Icon name={SIGNS[outcome]} size={14} />
          </span>
          <span className="seo-name">
            <span className="unseen">{t(`seo.outcomes.${outcome}`)}: </span>
            {t(`seo.checks.${id}.${isAtFault(check) ? 'fault' : 'title'}`)}
            {found && outcome !== 'none' && <span className="seo-found">{found}</span>}
          </span>
          <span className="seo-weight">{t(`seo.weights.${weightOf(check)}`)}</span>
          <Icon name="chevronDown" size={14} />
        </summary>
        <dl>
          <dt>{t('seo.why')}</dt>
          <dd>{t(`seo.checks.${id}.why`)}</dd>
          {outcome !== 'pass' && (
            <>
              <dt>{t('seo.what')}</dt>
              <dd>{t(`seo.checks.${id}.what`)}</dd>
            </>
          )}
        </dl>
      </details>
    </li>
  );
}

/** What was found, in words where it is a figure; what was looked for and is missing is said, too. */
function useFound(check: SeoCheck): string {
  const { t, i18n } = useTranslation();
  const { id, found } = check;
  const key = `seo.foundAs.${id}`;
  if (found === '') return isAtFault(check) && !UNWANTED.includes(id) ? t('seo.foundNothing') : '';
  const isCounted = i18n.exists(`${key}_other`);
  if (isCounted && /^\d+$/.test(found)) return t(key, { count: Number(found) });
  if (!isCounted && i18n.exists(key)) return t(key, { found });
  const [share, part, all] = /^(\d+)\/(\d+)/.exec(found) ?? [];
  if (!share) return found;
  return part === '0' ? '' : t('seo.share', { part, all }) + found.slice(share.length);
}
