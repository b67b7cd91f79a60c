import { InputNumber, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LEARN_AFTER_MAX, LEARN_AFTER_MIN } from '../../../../shared/phrasings.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useLearning, usePhrasingActions } from './use-phrasings.ts';

/** Visitors that suffice unless the owner says otherwise. */
const USUAL = 3;

/** Whether a context accepts phrasings by itself, and from how many visitors on. */
export function Learning({ contextId }: { contextId: string }) {
  const { t } = useTranslation();
  const canAutomate = useAllowed('phrasings', 'automate');
  const { data } = useLearning(contextId);
  const { learn } = usePhrasingActions();
  if (!data) return null;
  const set = (after: number | null) => learn.mutate({ contextId, after });
  return (
    <div className="learning">
      <label>
        <Switch
          checked={data.after !== null}
          disabled={!canAutomate}
          loading={learn.isPending}
          onChange={(isOn) => set(isOn ? USUAL : null)}
        />
        <span>
          {t('knowledge-gaps.phrasings.automatic')}
          <small>{t(`knowledge-gaps.phrasings.${canAutomate ? 'automaticHint' : 'automaticBy'}`)}</small>
        </span>
      </label>
      {data.after !== null && <People key={data.after} after={data.after} set={set} disabled={!canAutomate} />}
    </div>
  );
}

/** How many visitors suffice; what is typed counts once it is done. */
function People({ after, set, disabled }: { after: number; set: (after: number) => void; disabled: boolean }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<number | null>(after);
  const done = () => {
    if (typed === null) setTyped(after);
    else if (typed !== after) set(typed);
  };
  return (
    <label className="learning-after">
      <InputNumber
        value={typed}
        min={LEARN_AFTER_MIN}
        max={LEARN_AFTER_MAX}
        precision={0}
        disabled={disabled}
        onChange={setTyped}
        onBlur={done}
        onPressEnter={done}
      />
      {t('knowledge-gaps.phrasings.peopleNeeded')}
    </label>
  );
}
