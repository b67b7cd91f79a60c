import { Button, Flex, Form, Input, Segmented } from 'antd';
import { INITIAL_COLORS, isHex, ownAppearance, type WidgetAppearance } from '../../../../shared/appearance.ts';
import { FormField } from '../../../components/form-field.tsx';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../providers/i18n.ts';
import { type EditedAppearance, isSame } from './appearance-history.ts';
import { inkFor } from './contrast.ts';
import { ChoiceField, ColorField, TextField, useReadOnly } from './fields.tsx';
import { ImageField } from './image-field.tsx';

const shapeOf = ({ colors, radius, spacing }: Omit<Preset, 'name'>) => ({ colors, radius, spacing });

function Presets({ edited }: { edited: EditedAppearance }) {
  const form = Form.useFormInstance<EditedAppearance>();
  const label = t('chat-customize.presets.label');
  const choose = (chosen: string) => {
    const preset = PRESETS.find(({ name }) => name === chosen);
    if (preset) form.setFieldsValue(shapeOf(preset));
  };
  return (
    <Form.Item className="form-field" label={label} data-scene="conversation">
      <Segmented
        block
        aria-label={label}
        value={PRESETS.find((preset) => isSame(shapeOf(preset), shapeOf(edited)))?.name ?? ''}
        onChange={choose}
        options={PRESETS.map(({ name, colors, radius }) => ({
          value: name,
          label: (
            <>
              <span
                aria-hidden
                className="appearance-preset"
                style={{ background: colors.ground, borderRadius: radius / 2 }}
              >
                <i style={{ width: '42%', background: colors.userBubble, borderRadius: radius / 2 }} />
                <i style={{ width: '58%', background: colors.botBubble, borderRadius: radius / 2 }} />
                <i style={{ width: 10, background: colors.primary, borderRadius: 5 }} />
              </span>
              {t(`chat-customize.presets.${name}`)}
            </>
          ),
        }))}
      />
    </Form.Item>
  );
}

/** Sets the primary colour and the visitor's bubbles together, with a readable text colour on both. */
function BrandColor() {
  const form = Form.useFormInstance();
  const set = (primary: string) => {
    // A half-typed colour changes only its own field, so that the other colours stay valid.
    if (!isHex(primary)) return;
    const ink = inkFor(primary);
    form.setFieldsValue({ colors: { userBubble: primary, onPrimary: ink, onUserBubble: ink } });
  };
  return <ColorField path="colors.primary" label="chat-customize.fields.brandColor" onChange={set} />;
}

const Corner = ({ at }: { at: string }) => (
  <i
    className="appearance-corner"
    style={{ alignItems: at.startsWith('top') ? 'start' : 'end', justifyItems: at.endsWith('left') ? 'start' : 'end' }}
  />
);

/** The section that is always shown, with the settings that most people need. */
export function FirstPart({ edited }: { edited: EditedAppearance }) {
  return (
    <section className="appearance-part">
      <h2>{t('chat-customize.parts.first')}</h2>
      <Presets edited={edited} />
      <div className="form-row">
        <BrandColor />
        <ChoiceField path="type" scene="closed" />
      </div>
      <div className="form-row">
        <TextField path="botName" scene="empty" />
        <TextField path="companyName" scene="empty" />
      </div>
      <ImageField part="ai" scene="conversation" />
      <TextField path="messages.welcome" rows={2} scene="empty" />
      <PinnedQuestions />
      <ChoiceField path="side" scene="closed" draw={(side) => <Corner at={side} />} />
    </section>
  );
}

const SUGGESTIONS_MAX = 4;
const suggestion = ownAppearance.shape.suggestions.unwrap().element;

/** The questions that the owner pins: visitors see them before the conversation. */
function PinnedQuestions() {
  const form = Form.useFormInstance();
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
              <Button
                icon={<Icon name="add" />}
                onClick={() => {
                  add('');
                  requestAnimationFrame(() => form.focusField(['suggestions', fields.length]));
                }}
              >
                {t('chat-customize.addSuggestion')}
              </Button>
            )}
          </Flex>
        )}
      </Form.List>
    </Form.Item>
  );
}

type Colors = WidgetAppearance['colors'];

/** A set of colours and shapes to start from. It leaves names, texts and position as they are. */
interface Preset extends Pick<WidgetAppearance, 'colors' | 'radius' | 'spacing'> {
  /** Key of its label under `chat-customize.presets`. */
  name: string;
}

/** Returns colours in which the visitor's bubbles look like the buttons: text in `ink` on the primary colour. */
const colorsOf = (primary: string, ink: string, others: Pick<Colors, 'ground' | 'text' | 'botBubble'>): Colors => ({
  primary,
  onPrimary: ink,
  ...others,
  userBubble: primary,
  onUserBubble: ink,
});

export const PRESETS: readonly Preset[] = [
  { name: 'mate', radius: 16, spacing: 12, colors: INITIAL_COLORS },
  {
    name: 'sky',
    radius: 12,
    spacing: 12,
    colors: colorsOf('#2458C5', '#FFFFFF', { ground: '#FFFFFF', text: '#142033', botBubble: '#EEF3FC' }),
  },
  {
    name: 'clay',
    radius: 20,
    spacing: 14,
    colors: colorsOf('#A8431F', '#FFFFFF', { ground: '#FFFBF5', text: '#2B1D14', botBubble: '#F6EBDD' }),
  },
  {
    name: 'night',
    radius: 16,
    spacing: 12,
    colors: colorsOf('#2CCB98', '#06261D', { ground: '#12161C', text: '#E9EEF3', botBubble: '#222A34' }),
  },
  {
    name: 'ink',
    radius: 4,
    spacing: 10,
    colors: colorsOf('#151A21', '#FFFFFF', { ground: '#FFFFFF', text: '#151A21', botBubble: '#F2F2F0' }),
  },
];
