import { Button, Input } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PHRASING_MAX, PHRASINGS_MAX } from '../../../shared/phrasings.ts';
import { Icon } from '../../components/icon.tsx';
import './phrasings-field.css';

interface Props {
  value?: readonly string[];
  onChange?: (value: string[]) => void;
  disabled?: boolean;
  /** What is wrong with one of them, or with all. */
  fault?: string;
}

/** What is kept of a list as it stands in the form. */
export const filledPhrasings = (value: readonly string[] = []) => value.map((text) => text.trim()).filter(Boolean);

export const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, at) => text === other[at]);

/** Further ways to ask for a content, one a line. Enter begins the next one. */
export function PhrasingsField({ value = [], onChange, disabled, fault }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const change = (next: readonly string[]) => onChange?.([...next]);
  const add = (at: number) => {
    if (value.length >= PHRASINGS_MAX) return;
    change([...value.slice(0, at), '', ...value.slice(at)]);
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[at]?.focus());
  };
  return (
    <div className="phrasings" role="group" aria-label={t('contents.phrasings.title')}>
      <p className="phrasings-title">{t('contents.phrasings.title')}</p>
      <p className="phrasings-hint">{t('contents.phrasings.hint')}</p>
      {value.length > 0 && (
        <ul ref={list}>
          {value.map((text, at) => (
            // Lines have no names of their own.
            <li key={at}>
              <Input
                value={text}
                maxLength={PHRASING_MAX}
                disabled={disabled}
                aria-label={t('contents.phrasings.one', { number: at + 1 })}
                placeholder={t('contents.phrasings.placeholder')}
                onChange={({ target }) => change(value.with(at, target.value))}
                onPressEnter={(event) => {
                  event.preventDefault();
                  if (text.trim()) add(at + 1);
                }}
              />
              <Button
                type="text"
                disabled={disabled}
                icon={<Icon name="trash" size={16} />}
                aria-label={t('contents.phrasings.remove', { text: text || String(at + 1) })}
                onClick={() => change(value.toSpliced(at, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      {fault && (
        <p className="phrasings-fault" role="alert">
          {fault}
        </p>
      )}
      {!disabled && value.length < PHRASINGS_MAX && (
        <Button icon={<Icon name="add" size={16} />} onClick={() => add(value.length)}>
          {t('contents.phrasings.add')}
        </Button>
      )}
    </div>
  );
}
