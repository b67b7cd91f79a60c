import { Form, Segmented } from 'antd';
import { isHex } from '../../../../shared/appearance.ts';
import { t } from '../../../providers/i18n.ts';
import { type EditedAppearance, isSame } from './appearance-history.ts';
import { ColorField } from './color-field.tsx';
import { inkFor } from './contrast.ts';
import { ChoiceField, TextField } from './fields.tsx';
import { ImageField } from './image-field.tsx';
import { PinnedQuestions } from './pinned-questions.tsx';
import { type Preset, PRESETS } from './presets.ts';

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
