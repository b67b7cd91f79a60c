import { Switch } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

/** A switch beside what it means. */
export function SwitchLine(props: {
  name: 'enabled' | 'weeklySync';
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** In place of the words of the field. */
  hint?: string;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="switch-line">
      <label htmlFor={id}>
        <strong>{t(`contents.fields.${props.name}`)}</strong>
        <span>{props.hint ?? t(`contents.hints.${props.name}`)}</span>
      </label>
      <Switch id={id} checked={props.checked} onChange={props.onChange} disabled={props.disabled} />
    </div>
  );
}
