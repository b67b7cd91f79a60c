import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import './search-input.css';

/** A text to look for, with a cross that empties it. `label` is read out and shown while nothing is written. */
export function SearchInput(props: {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onEnter?: () => void;
  onBlur?: () => void;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const empty = () => {
    props.onChange('');
    input.current?.focus();
  };
  return (
    <span className="search-box">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={props.label}
        placeholder={props.label}
        value={props.value}
        onChange={({ target }) => props.onChange(target.value)}
        onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && props.onEnter?.()}
        onBlur={props.onBlur}
      />
      {props.value !== '' && (
        <button type="button" className="search-empty" aria-label={t('resource.clearSearch')} onClick={empty}>
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  );
}
