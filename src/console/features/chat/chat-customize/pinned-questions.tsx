import { Button, Flex, Form, Input } from 'antd';
import { ownAppearance } from '../../../../shared/appearance.ts';
import { FormField } from '../../../components/form-field.tsx';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../providers/i18n.ts';
import { useReadOnly } from './fields.tsx';

const SUGGESTIONS_MAX = 4;
const suggestion = ownAppearance.shape.suggestions.unwrap().element;

/** The questions that the owner pins: visitors see them before the conversation. */
export function PinnedQuestions() {
  const isReadOnly = useReadOnly();
  return (
    <Form.Item
      className="form-field"
      label={t('chat-customize.fields.suggestions')}
      extra={t('chat-customize.hints.suggestions')}
      data-scene="empty"
    >
      <Form.List name="suggestions">
        {(fields, { add, remove }) => (
          <Flex vertical align="start" gap={8}>
            {fields.map(({ key, name }) => (
              <Flex key={key} gap={4} style={{ width: '100%' }}>
                <FormField name={name} schema={suggestion} style={{ flex: 1, marginBottom: 0 }}>
                  <Input aria-label={t('chat-customize.suggestion', { number: name + 1 })} />
                </FormField>
                <Button
                  type="text"
                  icon={<Icon name="close" />}
                  aria-label={t('chat-customize.removeSuggestion', { number: name + 1 })}
                  onClick={() => remove(name)}
                />
              </Flex>
            ))}
            {fields.length < SUGGESTIONS_MAX && !isReadOnly && (
              <Button icon={<Icon name="add" />} onClick={() => add('')}>
                {t('chat-customize.addSuggestion')}
              </Button>
            )}
          </Flex>
        )}
      </Form.List>
    </Form.Item>
  );
}
