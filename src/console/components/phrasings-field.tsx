import { Button, ConfigProvider, Flex, Form, Input } from 'antd';
import { PHRASING_MAX, PHRASINGS_MAX } from '../../shared/phrasings.ts';
import { t } from '../providers/i18n.ts';
import { Icon } from './icon.tsx';

/** Returns the phrasings trimmed, without the blank ones. */
export const filledPhrasings = (phrasings: readonly string[] = []) =>
  phrasings.map((text) => text.trim()).filter(Boolean);

/** The form field `phrasings`: other ways to ask for a content, one input for each. Enter adds an input below. */
export function PhrasingsField() {
  const form = Form.useFormInstance();
  const { componentDisabled: isReadOnly } = ConfigProvider.useConfig();
  return (
    <Form.List name="phrasings">
      {(fields, { add, remove }, { errors }) => {
        const insert = (at: number) => {
          if (fields.length >= PHRASINGS_MAX) return;
          add('', at);
          requestAnimationFrame(() => form.focusField(['phrasings', at]));
        };
        const textAt = (at: number) => String(form.getFieldValue(['phrasings', at]) ?? '');
        return (
          <Flex vertical gap="small" role="group" className="page-part" aria-label={t('contents.phrasings.title')}>
            <strong>{t('contents.phrasings.title')}</strong>
            <p className="small-text">{t('contents.phrasings.hint')}</p>
            {fields.map(({ key, name }) => (
              <Flex key={key} gap={4}>
                <Form.Item name={name} style={{ flex: 1, margin: 0 }}>
                  <Input
                    maxLength={PHRASING_MAX}
                    aria-label={t('contents.phrasings.one', { number: name + 1 })}
                    placeholder={t('contents.phrasings.placeholder')}
                    onPressEnter={(event) => {
                      event.preventDefault();
                      if (textAt(name).trim()) insert(name + 1);
                    }}
                  />
                </Form.Item>
                <Form.Item noStyle dependencies={[['phrasings', name]]}>
                  {() => (
                    <Button
                      type="text"
                      icon={<Icon name="trash" />}
                      aria-label={t('contents.phrasings.remove', { text: textAt(name) || String(name + 1) })}
                      onClick={() => remove(name)}
                    />
                  )}
                </Form.Item>
              </Flex>
            ))}
            <Form.ErrorList errors={errors} />
            {!isReadOnly && fields.length < PHRASINGS_MAX && (
              <div>
                <Button icon={<Icon name="add" />} onClick={() => insert(fields.length)}>
                  {t('contents.phrasings.add')}
                </Button>
              </div>
            )}
          </Flex>
        );
      }}
    </Form.List>
  );
}
