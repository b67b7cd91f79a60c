import { Alert, Avatar, Flex, Typography } from 'antd';
import { type ModelRecord, models } from '../../../../../resources/models.ts';
import { EMBEDDED_ANSWER_COST } from '../../../../shared/constants.ts';
import { formatCount, formatList } from '../../../../shared/format.ts';
import type { Provider } from '../../../../shared/model-kinds.ts';
import type { ModelTrial } from '../../../../shared/models.ts';
import { Icon, LineIcon } from '../../../components/icon.tsx';
import { Mark } from '../../../components/logo.tsx';
import { Modal } from '../../../components/modal.tsx';
import { sentenceOf } from '../../../components/notices.ts';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { t } from '../../../providers/i18n.ts';
import type { ResultProps } from '../../../resource/action-result.tsx';
import { DeleteDialog } from '../../../resource/delete-dialog.tsx';
import { parts } from '../../../resource/parts.ts';
import { formatAbout, formatCost, formatDecimal, formatSeconds, formatTokens } from './format-cost.ts';
import { ModelChoices } from './model-choice.tsx';
import * as inputs from './model-inputs.tsx';
import '../staff.css';

/** The initial values of a new model. Only what depends on the model and its provider is empty. */
const NEW = {
  ...{ kind: 'chat', provider: 'openai', keys: [], conversionAmount: 10_000, conversionCredits: 500 },
  ...{ temperature: 0.3, tokenWindow: 16_000, maxResponseTokens: 800, fallsBack: true },
};

export default parts(models, {
  results: { test: TrialResult },
  useList: () => ({
    cells: {
      name: (model) => <Name model={model} />,
      kind: (model) => <Kind model={model} />,
      plans: (model) => <Uses model={model} />,
    },
    isKept: ({ provider }) => provider === 'embedded',
    removal: (model, close) => <DeleteModel model={model} onClose={close} />,
    below: ({ answer }) => answer !== undefined && <ModelChoices models={(answer as { data: ModelRecord[] }).data} />,
  }),
  useForm: () => {
    const credits = formatDecimal(EMBEDDED_ANSWER_COST / 1_000);
    return {
      width: 640,
      start: NEW,
      note: ({ provider }) =>
        provider === 'embedded' && (
          <Typography.Paragraph type="secondary">{t('models.embeddedNote', { credits })}</Typography.Paragraph>
        ),
      inputs: {
        kind: <inputs.KindInput />,
        provider: <inputs.ProviderInput />,
        modelName: <inputs.NameInput />,
        inputPrice: <inputs.PriceInput />,
        outputPrice: <inputs.PriceInput />,
        conversionCredits: <inputs.CreditsInput />,
        inputTokensPerCredit: <inputs.TokensPerCreditInput side="input" />,
        outputTokensPerCredit: <inputs.TokensPerCreditInput side="output" />,
        temperature: <inputs.TemperatureInput />,
        tokenWindow: <inputs.TokensInput />,
        maxResponseTokens: <inputs.TokensInput />,
        firstTokenSeconds: <inputs.WaitInput />,
      },
    };
  },
});

/** SVG paths of our own icons, on a 24 px grid. The providers' logos are trademarks, so they are not used. */
const SIGNS: Record<Exclude<Provider, 'embedded'>, string> = {
  openai: 'M12 4.5 18.5 8v8L12 19.5 5.5 16V8L12 4.5Zm0 4.5 3 1.7v2.6L12 15l-3-1.7v-2.6L12 9Z',
  anthropic: 'M5 19 12 5l7 14M8.2 13.5h7.6',
  google: 'M18.5 8A7.5 7.5 0 1 0 19.5 12H13',
  'openai-compatible': 'm8.5 8-4 4 4 4m7-8 4 4-4 4',
};

function Name({ model: { name, provider, modelName } }: { model: ModelRecord }) {
  const icon =
    provider === 'embedded' ? <Mark size={22} /> : <LineIcon className="icon" path={SIGNS[provider]} size={20} />;
  return (
    <Flex gap={12} align="center">
      <Avatar shape="square" size={36} className="provider-mark" icon={icon} />
      <span style={{ minWidth: 0 }}>
        <span className="row-title">{name}</span>
        <span className="cell-line cell-small cell-quiet">{modelName ?? t('models.embeddedLine')}</span>
      </span>
    </Flex>
  );
}

function Kind({ model }: { model: ModelRecord }) {
  const { kind, provider, inputTokensPerCredit, outputTokensPerCredit } = model;
  const cost = provider === 'embedded' ? 'embedded' : kind;
  return (
    <>
      {t(`models.options.kind.${kind}`)}
      <div className="cell-small cell-quiet" style={{ whiteSpace: 'normal' }}>
        {t(`models.cost.${cost}`, {
          credits: formatDecimal(EMBEDDED_ANSWER_COST / 1_000),
          input: formatTokens(inputTokensPerCredit ?? 0),
          output: formatAbout(outputTokensPerCredit ?? 0),
        })}
      </div>
    </>
  );
}

function Uses({ model: { plans, isSearchModel } }: { model: ModelRecord }) {
  const uses = [...plans.map(({ name }) => name), ...(isSearchModel ? [t('models.searchTag')] : [])];
  if (uses.length === 0) return <Typography.Text type="secondary">{t('models.unused')}</Typography.Text>;
  return <span style={{ whiteSpace: 'normal' }}>{formatList(uses)}</span>;
}

/** Asks for confirmation and deletes a model. One in use cannot be deleted; the dialog shows what uses it. */
function DeleteModel({ model, onClose }: { model: ModelRecord | undefined; onClose: () => void }) {
  const { name = '', plans = [], isSearchModel } = model ?? {};
  const users = [...plans.map((plan) => plan.name), ...(isSearchModel ? [t('models.delete.search')] : [])];
  if (users.length === 0) return <DeleteDialog resource={models} row={model} nameOf={() => name} onClose={onClose} />;
  return (
    <Modal
      open
      title={t('models.delete.usedTitle', { name })}
      onCancel={onClose}
      cancelText={t('models.delete.understood')}
    >
      <p>{t('models.delete.used', { users: formatList(users) })}</p>
    </Modal>
  );
}

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
function TrialResult({ query, onClose }: ResultProps<ModelTrial>) {
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
