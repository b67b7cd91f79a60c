import { Card, Flex, InputNumber, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LEARN_AFTER_MAX, LEARN_AFTER_MIN } from '../../../../shared/phrasings.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useLearn, useLearning } from './use-phrasings.ts';

/** The number of visitors that is set when automatic acceptance is switched on. */
const DEFAULT_PEOPLE = 3;

/** Switches automatic acceptance of phrasings on or off, and sets how many visitors must have used a phrasing. */
export function Learning({ contextId }: { contextId: string }) {
  const { t } = useTranslation();
  const canAutomate = useAllowed('phrasings', 'automate');
  const data = useLearning(contextId);
  const learn = useLearn();
  if (!data) return null;
  const set = (after: number | null) => learn.call({ contextId, after });
  return (
    <Card size="small" className="part-gap">
      <Flex wrap gap="middle">
        <Flex component="label" align="center" gap={12}>
          <Switch
            checked={data.after !== null}
            disabled={!canAutomate}
            loading={learn.isBusy}
            onChange={(isOn) => set(isOn ? DEFAULT_PEOPLE : null)}
          />
          <span>
            {t('knowledge-gaps.phrasings.automatic')}
            <br />
            <span className="small-text">
              {t(`knowledge-gaps.phrasings.${canAutomate ? 'automaticHint' : 'automaticBy'}`)}
            </span>
          </span>
        </Flex>
        {data.after !== null && <People key={data.after} after={data.after} set={set} disabled={!canAutomate} />}
      </Flex>
    </Card>
  );
}

/** Input for the number of visitors. Saves when it loses focus or the user presses Enter. */
function People({ after, set, disabled }: { after: number; set: (after: number) => void; disabled: boolean }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<number | null>(after);
  const done = () => {
    if (typed === null) setTyped(after);
    else if (typed !== after) set(typed);
  };
  return (
    <Flex component="label" align="center" gap={12}>
      <InputNumber
        style={{ width: 72 }}
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
    </Flex>
  );
}
