import { useTranslation } from 'react-i18next';
import { CHAT_SIDES, CHAT_TYPES } from '../../../../shared/appearance.ts';
import { ColorField } from './color-field.tsx';
import { inkFor, isHex } from './contrast.ts';
import { useEditing } from './editing.tsx';
import { ChoiceField, TextField } from './fields.tsx';
import { ImageField } from './image-field.tsx';
import { isSame, type Look } from './look-draft.ts';
import { type Preset, PRESETS } from './presets.ts';

const hasPreset = (look: Look, { look: { colors, radius, spacing } }: Preset) =>
  isSame([look.colors, look.radius, look.spacing], [colors, radius, spacing]);

/** The presets as buttons, each with a small drawing. */
function Presets() {
  const { t } = useTranslation();
  const { look, edit, show, canEdit } = useEditing();
  return (
    <fieldset className="look-field look-choice">
      <legend>{t('chat-customize.presets.label')}</legend>
      <div className="look-presets">
        {PRESETS.map((preset) => {
          const { colors, radius } = preset.look;
          return (
            <button
              key={preset.name}
              type="button"
              disabled={!canEdit}
              aria-pressed={hasPreset(look, preset)}
              onClick={() => {
                show('conversation');
                edit(`preset ${preset.name}`, (now) => ({ ...now, ...preset.look }));
              }}
            >
              <span aria-hidden className="look-preset" style={{ background: colors.ground, borderRadius: radius / 2 }}>
                <i style={{ background: colors.userBubble, borderRadius: radius / 2 }} />
                <i style={{ background: colors.botBubble, borderRadius: radius / 2 }} />
                <i style={{ background: colors.primary }} />
              </span>
              {t(`chat-customize.presets.${preset.name}`)}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Sets the primary colour and the visitor's bubbles together, with a readable text colour on both. */
function BrandColor() {
  const { look, edit } = useEditing();
  const set = (primary: string) =>
    edit('colors.primary', (now) => {
      // A half-typed colour changes only its own field, so that the other colours stay valid.
      const ink = inkFor(primary);
      const own = isHex(primary) ? { primary, userBubble: primary, onPrimary: ink, onUserBubble: ink } : { primary };
      return { ...now, colors: { ...now.colors, ...own } };
    });
  return (
    <ColorField
      path="colors.primary"
      label="chat-customize.fields.brandColor"
      value={look.colors.primary}
      onChange={set}
    />
  );
}

const Corner = ({ at }: { at: string }) => <i aria-hidden className={`look-corner look-corner-${at}`} />;

/** The section that is always shown, with the settings that most people need. */
export function FirstPart() {
  const { t } = useTranslation();
  return (
    <section className="look-part">
      <h2>{t('chat-customize.parts.first')}</h2>
      <Presets />
      <div className="look-row">
        <BrandColor />
        <ChoiceField path="type" options={CHAT_TYPES} scene="closed" />
      </div>
      <div className="look-row">
        <TextField path="botName" max={60} scene="empty" />
        <TextField path="companyName" max={80} scene="empty" />
      </div>
      <ImageField part="ai" scene="conversation" />
      <TextField path="messages.welcome" max={500} rows={2} scene="empty" />
      <ChoiceField path="side" options={CHAT_SIDES} scene="closed" draw={(side) => <Corner at={side} />} isGrid />
    </section>
  );
}
