import { Button, Flex, Input, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/icon.tsx';
import { RowAction } from '../../../resource/row-actions.tsx';

const MAX_KEYS = 5;

/**
 * The input for a provider's API keys. `masked` are the stored keys. They are kept while `value` is undefined; an array
 * replaces them.
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
      <Flex wrap align="center" gap={8}>
        {masked.length === 0 && <Typography.Text type="secondary">{t('models.keys.none')}</Typography.Text>}
        {masked.map((key, index) => (
          <Typography.Text code key={index}>
            {key}
          </Typography.Text>
        ))}
        <Button size="small" onClick={() => onChange?.([''])}>
          {t(masked.length > 0 ? 'models.keys.replace' : 'models.keys.add')}
        </Button>
      </Flex>
    );
  }
  const set = (at: number, key: string) => onChange?.(keys.map((known, index) => (index === at ? key : known)));
  return (
    <Flex vertical gap={8}>
      {keys.map((key, at) => (
        <Flex align="center" gap={8} key={at}>
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
        </Flex>
      ))}
      <Flex wrap gap={8}>
        {keys.length < MAX_KEYS && (
          <Button size="small" icon={<Icon name="add" size={14} />} onClick={() => onChange?.([...keys, ''])}>
            {t('models.keys.another')}
          </Button>
        )}
        {masked.length > 0 && (
          <Button size="small" type="text" onClick={() => onChange?.(undefined)}>
            {t('models.keys.keep')}
          </Button>
        )}
      </Flex>
    </Flex>
  );
}
