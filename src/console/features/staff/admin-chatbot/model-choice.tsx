import { useNotification } from '@refinedev/core';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelChoice, ModelRecord } from '../../../../shared/models.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { failureNotice } from '../../../components/notices.ts';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { isPreparing, useSaveChoice } from './models.ts';
import { writtenExactly } from './written-cost.ts';

const NONE = 'none';

/** What was chosen on the screen and differs from what is saved; a poll in between changes nothing of it. */
interface Draft {
  plans: Record<string, string>;
  search?: string | null;
}
const EMPTY: Draft = { plans: {} };

function Line({ label, hint, children }: { label: string; hint?: string; children: (id: string) => React.ReactNode }) {
  const id = useId();
  return (
    <div className="choice-line">
      <label htmlFor={id}>
        {label}
        {hint && <span>{hint}</span>}
      </label>
      {children(id)}
    </div>
  );
}

/** How far the embeddings of the chosen search model are. */
function Preparation({ choice }: { choice: ModelChoice }) {
  const { t } = useTranslation();
  if (choice.searchModelId === null) return null;
  const { done, total } = choice.embedded;
  const figures = { done: writtenExactly(done), total: writtenExactly(total) };
  if (!isPreparing(choice)) {
    return <p className="choice-progress">{t('models.choice.ready', { ...figures, count: total })}</p>;
  }
  return (
    <div className="choice-progress">
      <p role="status">{t('models.choice.preparing', figures)}</p>
      <ProgressBar percent={Math.floor((done / total) * 100)} label={t('models.choice.search')} />
      <p>{t('models.choice.until')}</p>
    </div>
  );
}

/** Which model answers for each plan and which one computes the embeddings of the search; saved together. */
export function ModelChoiceForm({ models, choice }: { models: readonly ModelRecord[]; choice: ModelChoice }) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const [draft, setDraft] = useState(EMPTY);
  const { mutateAsync, isPending } = useSaveChoice();
  const optionsOf = (kind: ModelRecord['kind']) =>
    models.filter((model) => model.kind === kind).map(({ id, name }) => ({ value: id, returnValue: id, label: name }));
  const plans = choice.plans.map((plan) => ({ ...plan, modelId: draft.plans[plan.id] ?? plan.modelId }));
  const searchModelId = draft.search === undefined ? choice.searchModelId : draft.search;
  const isChanged =
    searchModelId !== choice.searchModelId || plans.some(({ modelId }, at) => modelId !== choice.plans[at]?.modelId);
  const save = async () => {
    try {
      await mutateAsync({ plans, searchModelId });
      setDraft(EMPTY);
      open?.({ type: 'success', message: t('models.choice.saved') });
    } catch (failure) {
      open?.(failureNotice(t)(failure));
    }
  };
  const chat = optionsOf('chat');
  const search = [{ value: NONE, returnValue: NONE, label: t('models.choice.none') }, ...optionsOf('embedding')];
  return (
    <section className="model-choice" aria-labelledby="choice-title">
      <h2 id="choice-title">{t('models.choice.title')}</h2>
      <p>{t('models.choice.text')}</p>
      <div className="choice-lines">
        {plans.map((plan) => (
          <Line key={plan.id} label={plan.name}>
            {(id) => (
              <ChoiceSelect
                id={id}
                options={chat}
                value={plan.modelId}
                onChange={(modelId) => modelId && setDraft({ ...draft, plans: { ...draft.plans, [plan.id]: modelId } })}
              />
            )}
          </Line>
        ))}
        <Line label={t('models.choice.search')} hint={t('models.choice.searchText')}>
          {(id) => (
            <div>
              <ChoiceSelect
                id={id}
                options={search}
                value={searchModelId ?? NONE}
                onChange={(value) => setDraft({ ...draft, search: value === NONE ? null : value })}
              />
              <Preparation choice={choice} />
            </div>
          )}
        </Line>
      </div>
      <div className="choice-save">
        <Button disabled={!isChanged} loading={isPending} onClick={() => void save()}>
          {t('models.choice.save')}
        </Button>
        {isChanged && <span role="status">{t('models.choice.unsaved')}</span>}
      </div>
    </section>
  );
}
