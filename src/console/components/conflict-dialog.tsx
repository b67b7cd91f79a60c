import { Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import type { LastSave } from '../../shared/changes.ts';
import { t } from '../providers/i18n.ts';
import { isEmpty } from './field-errors.ts';
import { Modal } from './modal.tsx';
import { MomentText } from './moment-text.tsx';
import './form.css';

export type Choice = 'mine' | 'theirs';

interface Disputed {
  path: string;
  label: string;
  mine: unknown;
  theirs: unknown;
}

interface Props {
  saved: LastSave | null;
  rows: readonly Disputed[];
  show?: (path: string, value: unknown) => ReactNode;
  onCancel: () => void;
  onSettle: (choices: Record<string, Choice>) => void;
}

/** Opens when another user saved the same values first: who, when, and per value which one stays. */
export function ConflictDialog({ saved, rows, show, onCancel, onSettle }: Props) {
  const [choices, setChoices] = useState<Record<string, Choice>>(() =>
    Object.fromEntries(rows.map(({ path }) => [path, 'mine'])),
  );
  return (
    <Modal
      open
      title={t('resource.conflict.title')}
      cancelText={t('resource.conflict.back')}
      onCancel={onCancel}
      okText={t('resource.conflict.save')}
      onOk={() => onSettle(choices)}
    >
      <p>
        {saved ? t('resource.conflict.by', { name: saved.userName }) : t('resource.conflict.somebody')}{' '}
        {saved && <MomentText iso={saved.createdAt} />}
      </p>
      {rows.map(({ path, label, ...values }) => (
        <fieldset key={path} className="conflict">
          <legend>{label}</legend>
          <Radio.Group
            value={choices[path]}
            onChange={({ target }) => setChoices({ ...choices, [path]: target.value as Choice })}
          >
            {(['mine', 'theirs'] as const).map((side) => (
              <Radio key={side} value={side}>
                <span className="small-text">{t(`resource.conflict.${side}`)}</span>
                <span className="conflict-value">{show?.(path, values[side]) ?? <Value value={values[side]} />}</span>
              </Radio>
            ))}
          </Radio.Group>
        </fieldset>
      ))}
      <p className="small-text">{t('resource.conflict.others')}</p>
    </Modal>
  );
}

function Value({ value }: { value: unknown }) {
  if (typeof value === 'boolean') return t(`resource.options.${value}`);
  if (isEmpty(value) || (Array.isArray(value) && value.length === 0)) return t('resource.nothing');
  return Array.isArray(value) ? value.join(', ') : String(value as string | number);
}
