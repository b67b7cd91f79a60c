import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/icon.tsx';
import { AnswerMark } from './answer-mark.tsx';
import type { PolicyComparison, PolicyRow } from './use-policy.ts';

/** Changed answers that are drawn at once; a new row for a low role changes hundreds. */
const SHOWN = 100;

function Rows({ rows, kind }: { rows: readonly PolicyRow[]; kind: 'added' | 'removed' }) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{t(`admin-policy.compare.${kind}`, { count: rows.length })}</h3>
      <ul className="diff" data-kind={kind}>
        {rows.map(({ line, text }) => (
          <li key={line}>
            <span className="diff-sign" aria-hidden>
              {kind === 'added' ? '+' : '−'}
            </span>
            <span className="policy-line figures">{t('admin-policy.line', { line })}</span>
            <code>{text}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Rows that came and went, and every answer that is another one now. */
export function ComparisonResult({ comparison }: { comparison: PolicyComparison }) {
  const { t } = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  const { added, removed, changed } = comparison;
  if (added.length + removed.length + changed.length === 0) {
    return (
      <section className="verdict" aria-live="polite">
        <h2>{t('admin-policy.compare.same')}</h2>
      </section>
    );
  }
  const shown = isWhole ? changed : changed.slice(0, SHOWN);
  return (
    <section className="verdict" aria-live="polite" aria-label={t('admin-policy.tabs.compare')}>
      <Rows rows={added} kind="added" />
      <Rows rows={removed} kind="removed" />
      <h3>{t('admin-policy.compare.changed', { count: changed.length })}</h3>
      <ul className="changed">
        {shown.map(({ role, flags, resource, action, before, after }) => (
          <li key={`${role} ${flags.join()} ${resource} ${action}`}>
            <span className="changed-question">
              <code>{role}</code>
              {flags.length > 0 && (
                <span className="cell-quiet">{t('admin-policy.withFlags', { flags: flags.join(', ') })}</span>
              )}
              <code>
                {resource} {action}
              </code>
            </span>
            <span className="changed-answers">
              <AnswerMark answer={before} flag={null} />
              <Icon name="chevronRight" size={14} />
              <AnswerMark answer={after} flag={null} />
            </span>
          </li>
        ))}
      </ul>
      {shown.length < changed.length && (
        <Button onClick={() => setIsWhole(true)}>{t('admin-policy.compare.showAll', { count: changed.length })}</Button>
      )}
    </section>
  );
}
