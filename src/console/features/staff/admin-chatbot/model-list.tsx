import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EMBEDDED_ANSWER_COST } from '../../../../shared/constants.ts';
import type { ModelRecord } from '../../../../shared/models.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import { RowAction } from '../../../resource/row-actions.tsx';
import { DeleteModel } from './delete-model.tsx';
import { CHATBOT_PAGE, isEmbedded, useTrial } from './models.ts';
import { ProviderMark } from './provider-mark.tsx';
import { TrialResult } from './trial-result.tsx';
import { writtenAbout, writtenDecimal, writtenTokens } from './written-cost.ts';

/** What a credit is worth with a model, in words. */
function useCostWords({ kind, provider, inputTokensPerCredit, outputTokensPerCredit }: ModelRecord): string {
  const { t } = useTranslation();
  if (provider === 'embedded')
    return t('models.cost.embedded', { credits: writtenDecimal(EMBEDDED_ANSWER_COST / 1_000) });
  const input = writtenTokens(inputTokensPerCredit);
  if (kind === 'embedding') return t('models.cost.embedding', { input });
  return t('models.cost.chat', { input, output: writtenAbout(outputTokensPerCredit) });
}

function ModelRow({ model, plans }: { model: ModelRecord; plans: readonly string[] }) {
  const { t } = useTranslation();
  const cost = useCostWords(model);
  const trial = useTrial(model.id);
  const [isDoomed, setDoomed] = useState(false);
  const { name } = model;
  return (
    <li className="model">
      <ProviderMark provider={model.provider} />
      <div className="model-naming">
        <h3>{name}</h3>
        <p>{isEmbedded(model) ? t('models.embeddedLine') : model.modelName}</p>
      </div>
      <div className="model-cost">
        <p>{t(`models.options.kind.${model.kind}`)}</p>
        <p>{cost}</p>
      </div>
      <div className="model-uses">
        {plans.map((plan) => (
          <span className="model-tag" key={plan}>
            {plan}
          </span>
        ))}
        {model.isSearchModel && <span className="model-tag">{t('models.searchTag')}</span>}
        {plans.length === 0 && !model.isSearchModel && <span className="model-unused">{t('models.unused')}</span>}
      </div>
      <div className="model-actions">
        <RowAction
          icon="edit"
          to={`${CHATBOT_PAGE}/edit/${model.id}`}
          label={t('resource.editName', { name })}
          hint={t('resource.edit')}
        />
        {!isEmbedded(model) && (
          <RowAction
            icon="trash"
            danger
            label={t('resource.deleteName', { name })}
            hint={t('models.delete.action')}
            onClick={() => setDoomed(true)}
          />
        )}
        <Button
          size="small"
          loading={trial.isPending}
          aria-label={t('models.testName', { name })}
          onClick={() => trial.mutate()}
        >
          {t('models.test')}
        </Button>
      </div>
      <TrialResult trial={trial} />
      <DeleteModel model={model} plans={plans} isOpen={isDoomed} onClose={() => setDoomed(false)} />
    </li>
  );
}

/** The models, each with what a credit is worth with it and the plans that answer by it (`plansOf` names them). */
export function ModelList(props: {
  models: readonly ModelRecord[];
  plansOf: (model: ModelRecord) => readonly string[];
}) {
  const { t } = useTranslation();
  return (
    <ul className="models" aria-label={t('models.list')}>
      {props.models.map((model) => (
        <ModelRow key={model.id} model={model} plans={props.plansOf(model)} />
      ))}
    </ul>
  );
}

/** Stands where the models will. */
export const ModelListWaiting = () => (
  <ul className="models" aria-busy>
    {[1, 2, 3].map((at) => (
      <li className="model" key={at}>
        <Skeleton rows={2} className="model-waiting" />
      </li>
    ))}
  </ul>
);
