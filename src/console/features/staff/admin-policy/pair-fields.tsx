import { useTranslation } from 'react-i18next';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { actionLabel, named, resourceLabel } from './policy-words.ts';
import type { PolicyView } from './use-policy.ts';

export interface Pair {
  resource: string | undefined;
  action: string | undefined;
}

/** A resource and one of its actions. */
export function PairFields(props: { policy: PolicyView; pair: Pair; onChange: (pair: Pair) => void }) {
  const { t } = useTranslation();
  const { policy, pair, onChange } = props;
  const actions = policy.resources.find(({ resource }) => resource === pair.resource)?.actions ?? [];
  return (
    <>
      <label className="policy-field">
        <span>{t('admin-policy.resource')}</span>
        <ChoiceSelect
          aria-label={t('admin-policy.resource')}
          placeholder={t('admin-policy.chooseThing')}
          value={pair.resource}
          onChange={(resource) => {
            const next = policy.resources.find((one) => one.resource === resource);
            // An action that the other resource has too stays.
            const action = next?.actions.find((one) => one === pair.action) ?? next?.actions[0];
            onChange({ resource: resource ?? undefined, action });
          }}
          options={policy.resources.map(({ resource }) => ({
            value: resource,
            returnValue: resource,
            label: named(resource, resourceLabel(t, resource)),
          }))}
        />
      </label>
      <label className="policy-field">
        <span>{t('admin-policy.action')}</span>
        <ChoiceSelect
          aria-label={t('admin-policy.action')}
          placeholder={t('admin-policy.chooseAct')}
          disabled={actions.length === 0}
          value={pair.action}
          onChange={(action) => onChange({ resource: pair.resource, action: action ?? undefined })}
          options={actions.map((action) => ({
            value: action,
            returnValue: action,
            label: named(action, actionLabel(t, action)),
          }))}
        />
      </label>
    </>
  );
}
