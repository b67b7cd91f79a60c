import { useTranslation } from 'react-i18next';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { actWord, named, thingWord } from './policy-words.ts';
import type { PolicyView } from './use-policy.ts';

export interface Pair {
  thing: string | undefined;
  act: string | undefined;
}

/** A thing and one of its acts. */
export function PairFields(props: { policy: PolicyView; pair: Pair; onChange: (pair: Pair) => void }) {
  const { t } = useTranslation();
  const { policy, pair, onChange } = props;
  const acts = policy.things.find(({ thing }) => thing === pair.thing)?.acts ?? [];
  return (
    <>
      <label className="policy-field">
        <span>{t('admin-policy.thing')}</span>
        <ChoiceSelect
          aria-label={t('admin-policy.thing')}
          placeholder={t('admin-policy.chooseThing')}
          value={pair.thing}
          onChange={(thing) => {
            const next = policy.things.find((one) => one.thing === thing);
            // An act that the other thing has too stays.
            const act = next?.acts.find((one) => one === pair.act) ?? next?.acts[0];
            onChange({ thing: thing ?? undefined, act });
          }}
          options={policy.things.map(({ thing }) => ({
            value: thing,
            returnValue: thing,
            label: named(thing, thingWord(t, thing)),
          }))}
        />
      </label>
      <label className="policy-field">
        <span>{t('admin-policy.act')}</span>
        <ChoiceSelect
          aria-label={t('admin-policy.act')}
          placeholder={t('admin-policy.chooseAct')}
          disabled={acts.length === 0}
          value={pair.act}
          onChange={(act) => onChange({ thing: pair.thing, act: act ?? undefined })}
          options={acts.map((act) => ({ value: act, returnValue: act, label: named(act, actWord(t, act)) }))}
        />
      </label>
    </>
  );
}
