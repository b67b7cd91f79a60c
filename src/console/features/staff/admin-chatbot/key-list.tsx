import { Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/icon.tsx';
import { RowAction } from '../../../resource/row-actions.tsx';

const MOST = 5;

/**
 * The keys of a provider. `masked` are those stored, which nobody sees again; while `value` is undefined they stay, and
 * an array replaces them.
 */
export function KeyList(props: {
  masked: readonly string[];
  value?: string[];
  onChange?: (keys: string[] | undefined) => void;
}) {
  const { t } = useTranslation();
  const { masked, value: keys, onChange } = props;
  if (keys === undefined) {
    return (
      <div className="keys">
        {masked.length === 0 && <p>{t('models.keys.none')}</p>}
        {masked.map((key, at) => (
          <code key={at}>{key}</code>
        ))}
        <Button size="small" onClick={() => onChange?.([''])}>
          {t(masked.length > 0 ? 'models.keys.replace' : 'models.keys.add')}
        </Button>
      </div>
    );
  }
  const set = (at: number, key: string) => onChange?.(keys.map((known, index) => (index === at ? key : known)));
  return (
    <div className="key-inputs">
      {keys.map((key, at) => (
        <div className="key-input" key={at}>
          <Input
            type="password"
            autoComplete="new-password"
            spellCheck={false}
            aria-label={t('models.keys.nth', { nth: at + 1 })}
            placeholder={t('models.keys.nth', { nth: at + 1 })}
            value={key}
            onChange={({ target }) => set(at, target.value)}
          />
          {keys.length > 1 && (
            <RowAction
              icon="close"
              label={t('models.keys.removeNth', { nth: at + 1 })}
              hint={t('models.keys.remove')}
              onClick={() => onChange?.(keys.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      <div className="key-more">
        {keys.length < MOST && (
          <Button size="small" icon={<Icon name="add" size={14} />} onClick={() => onChange?.([...keys, ''])}>
            {t('models.keys.another')}
          </Button>
        )}
        {masked.length > 0 && (
          <Button size="small" type="text" onClick={() => onChange?.(undefined)}>
            {t('models.keys.keep')}
          </Button>
        )}
      </div>
    </div>
  );
}
