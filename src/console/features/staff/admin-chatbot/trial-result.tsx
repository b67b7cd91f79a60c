import { Alert, Flex, Typography } from 'antd';
import { formatCount } from '../../../../shared/format.ts';
import type { ModelTrial } from '../../../../shared/models.ts';
import { Icon } from '../../../components/icon.tsx';
import { sentenceOf } from '../../../components/notices.ts';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { t } from '../../../providers/i18n.ts';
import type { ResultProps } from '../../../resource/action-result.tsx';
import { formatCost, formatDecimal, formatSeconds } from './format-cost.ts';

function Facts({ trial }: { trial: ModelTrial }) {
  const tokens = trial.inputTokens + trial.outputTokens;
  // Embedding models have no first token, and the embedded model uses no tokens.
  const facts: [string, string | null][] = [
    ['firstToken', trial.firstTokenMs === null ? null : formatSeconds(trial.firstTokenMs)],
    ['total', formatSeconds(trial.totalMs)],
    ['tokens', tokens === 0 ? null : `${formatCount(trial.inputTokens)} + ${formatCount(trial.outputTokens)}`],
    ['cost', formatCost(trial.cost)],
    ['credits', formatDecimal(trial.credits)],
  ];
  return (
    <Flex wrap gap="4px 24px" className="figures">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <span key={name}>
              <Typography.Text type="secondary">{t(`models.trial.facts.${name}`)}</Typography.Text> {value}
            </span>
          ),
      )}
    </Flex>
  );
}

/** The result of testing a model. */
export function TrialResult({ query, onClose }: ResultProps<ModelTrial>) {
  const trial = query.data?.data;
  if (query.isFetching) {
    return (
      <Alert
        role="status"
        type="info"
        message={t('models.trial.waiting')}
        description={<ProgressBar label={t('models.trial.waiting')} />}
      />
    );
  }
  const hasWorked = trial?.ok === true;
  return (
    <Alert
      role="status"
      type={hasWorked ? 'success' : 'error'}
      closable={{ 'aria-label': t('models.trial.close'), closeIcon: <Icon name="close" /> }}
      onClose={onClose}
      message={
        <Flex wrap gap="4px 12px">
          <StatusDot tone={hasWorked ? 'good' : 'bad'}>
            <strong>{t(hasWorked ? 'models.trial.good' : 'models.trial.bad')}</strong>
          </StatusDot>
          <span>{trial?.message ?? sentenceOf(query.error)}</span>
        </Flex>
      }
      description={hasWorked && <Facts trial={trial} />}
    />
  );
}
