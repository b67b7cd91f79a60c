import { Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorsOf } from '../../../components/field-errors.ts';
import { Icon } from '../../../components/icon.tsx';
import { sentenceOf } from '../../../components/notices.ts';
import { ComparisonResult } from './comparison-result.tsx';
import { useComparison } from './use-policy.ts';

/** What changed from an earlier policy.csv, pasted or chosen, to the one in force. */
export function CompareTab() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const { mutate, data, error, isPending, reset } = useComparison();
  const write = (next: string) => {
    setText(next);
    reset();
  };
  const read = async (chosen: File | undefined) => {
    if (chosen) write(await chosen.text());
    if (file.current) file.current.value = '';
  };
  const faults = errorsOf(error);
  return (
    <div className="policy-ask">
      <form
        className="policy-form policy-compare"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') mutate(text);
        }}
      >
        <label className="policy-field">
          <span>{t('admin-policy.compare.before')}</span>
          <Input.TextArea
            className="policy-text"
            aria-label={t('admin-policy.compare.before')}
            placeholder={t('admin-policy.compare.placeholder')}
            spellCheck={false}
            rows={10}
            value={text}
            onChange={({ target }) => write(target.value)}
          />
        </label>
        <div className="policy-compare-actions">
          <input
            ref={file}
            type="file"
            accept=".csv,text/csv,text/plain"
            aria-label={t('admin-policy.compare.file')}
            hidden
            onChange={({ target }) => void read(target.files?.[0])}
          />
          <Button icon={<Icon name="upload" />} onClick={() => file.current?.click()}>
            {t('admin-policy.compare.choose')}
          </Button>
          <Button type="primary" htmlType="submit" loading={isPending} disabled={text.trim() === ''}>
            {t('admin-policy.compare.action')}
          </Button>
        </div>
      </form>
      {error ? (
        <div className="verdict policy-faults" role="alert">
          <h2>{faults.length > 0 ? t('admin-policy.compare.faulty') : sentenceOf(t, error)}</h2>
          <ul>
            {faults.map(({ message }, at) => (
              <li key={at}>{message}</li>
            ))}
          </ul>
        </div>
      ) : data ? (
        <ComparisonResult comparison={data} />
      ) : (
        <p className="policy-hint">{t('admin-policy.compare.hint')}</p>
      )}
    </div>
  );
}
