import { Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { type Pair, PairFields } from './pair-fields.tsx';
import { flagWord, named, roleWord } from './policy-words.ts';
import type { FlagName, PolicyView, RoleName } from './use-policy.ts';
import { VerdictCard } from './verdict-card.tsx';

/** "May R with these flags do A on T?": answered as soon as the question is whole. */
export function AskTab({ policy }: { policy: PolicyView }) {
  const { t } = useTranslation();
  const [role, setRole] = useState<RoleName | null>('WRITER');
  const [flags, setFlags] = useState<FlagName[]>([]);
  const [pair, setPair] = useState<Pair>({ resource: undefined, action: undefined });
  const { resource, action } = pair;
  const isWhole = role !== null && resource !== undefined && action !== undefined;
  return (
    <div className="policy-ask">
      <form className="policy-form" onSubmit={(event) => event.preventDefault()}>
        <label className="policy-field">
          <span>{t('admin-policy.role')}</span>
          <ChoiceSelect<RoleName>
            aria-label={t('admin-policy.role')}
            value={role}
            onChange={setRole}
            options={policy.roles.map((one) => ({
              value: one,
              returnValue: one,
              label: named(one, roleWord(t, one)),
            }))}
          />
        </label>
        <PairFields policy={policy} pair={pair} onChange={setPair} />
        <fieldset className="policy-field policy-flags">
          <legend>{t('admin-policy.flagsHeld')}</legend>
          <Checkbox.Group
            value={flags}
            onChange={(next) => setFlags(policy.flags.filter((flag) => next.includes(flag)))}
            options={policy.flags.map((flag) => ({
              value: flag,
              label: (
                <>
                  <code>{flag}</code> <span className="cell-quiet">{flagWord(t, flag)}</span>
                </>
              ),
            }))}
          />
        </fieldset>
      </form>
      {isWhole ? (
        <VerdictCard question={{ role, flags, resource, action }} />
      ) : (
        <p className="policy-hint">{t('admin-policy.askHint')}</p>
      )}
    </div>
  );
}
