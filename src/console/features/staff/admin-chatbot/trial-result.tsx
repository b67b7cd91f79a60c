import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ModelTrial } from '../../../../shared/models.ts';
import { Icon } from '../../../components/icon.tsx';
import { sentenceOf } from '../../../components/notices.ts';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import type { useTrial } from './models.ts';
import { writtenCost, writtenDecimal, writtenExactly, writtenTime } from './written-cost.ts';

function Facts({ trial }: { trial: ModelTrial }) {
  const { t } = useTranslation();
  const tokens = trial.inputTokens + trial.outputTokens;
  // A search model says no first word, and the embedded one reads no tokens.
  const facts: [string, string | null][] = [
    ['firstToken', trial.firstTokenMs === null ? null : writtenTime(trial.firstTokenMs)],
    ['total', writtenTime(trial.totalMs)],
    ['tokens', tokens === 0 ? null : `${writtenExactly(trial.inputTokens)} + ${writtenExactly(trial.outputTokens)}`],
    ['cost', writtenCost(trial.cost)],
    ['credits', writtenDecimal(trial.credits)],
  ];
  return (
    <dl className="trial-facts figures">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{t(`models.trial.facts.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** What trying a model showed, where it was asked for; nothing before it was. */
export function TrialResult({ trial }: { trial: ReturnType<typeof useTrial> }) {
  const { t } = useTranslation();
  const { data, error, isPending, isIdle, reset } = trial;
  if (isIdle) return null;
  const hasWorked = data?.ok === true;
  return (
    <div className="trial" role="status" data-state={isPending ? 'waiting' : hasWorked ? 'good' : 'bad'}>
      {isPending ? (
        <>
          <p>{t('models.trial.waiting')}</p>
          <ProgressBar label={t('models.trial.waiting')} />
        </>
      ) : (
        <>
          <p className="trial-said">
            <StatusDot tone={hasWorked ? 'good' : 'bad'}>
              <strong>{t(hasWorked ? 'models.trial.good' : 'models.trial.bad')}</strong>
            </StatusDot>
            <span>{data?.message ?? sentenceOf(t, error)}</span>
          </p>
          {hasWorked && <Facts trial={data} />}
          <Button
            type="text"
            className="row-action"
            aria-label={t('models.trial.close')}
            icon={<Icon name="close" />}
            onClick={reset}
          />
        </>
      )}
    </div>
  );
}
