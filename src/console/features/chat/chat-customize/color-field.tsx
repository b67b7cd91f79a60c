import { Button, Flex, Form, Tag, Typography } from 'antd';
import HexInput from '../../../components/hex-input.tsx';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../providers/i18n.ts';
import type { EditedAppearance } from './appearance-history.ts';
import { contrastOf, opaque, READABLE, readableOn } from './contrast.ts';
import { AppearanceField, useReadOnly } from './fields.tsx';

export type ColorName = keyof EditedAppearance['colors'];

/**
 * A colour field with a picker and a hex input. `label` is a locale key. `id` distinguishes a second field for the same
 * colour.
 */
export function ColorField(props: { path: string; id?: string; label?: string; onChange?: (hex: string) => void }) {
  const label = t(props.label ?? `chat-customize.fields.${props.path}`);
  return (
    <AppearanceField path={props.path} id={props.id} label={label} scene="conversation">
      <HexInput label={label} id={props.id} onChange={props.onChange} isReadOnly={useReadOnly()} />
    </AppearanceField>
  );
}

/**
 * Shows the contrast of a text colour on its background. When the contrast is too low, a button applies the nearest
 * readable colour. Shows nothing while a colour is invalid.
 */
export function ContrastLine(props: { colors: EditedAppearance['colors']; text: ColorName; ground: ColorName }) {
  const form = Form.useFormInstance<EditedAppearance>();
  const isReadOnly = useReadOnly();
  const { [props.text]: text, [props.ground]: ground, ground: under } = props.colors;
  const ratio = contrastOf(text, ground, under);
  if (ratio === null) return null;
  const isGood = ratio >= READABLE;
  const better = isGood ? null : readableOn(text, ground, under);
  const ratioText = (Math.floor(ratio * 10) / 10).toLocaleString('pt-BR', { minimumFractionDigits: 1 });
  return (
    <Flex wrap align="center" gap="4px 10px" className="appearance-note small-text">
      <Tag aria-hidden style={{ color: opaque(text), background: opaque(ground) }}>
        Aa
      </Tag>
      <span>
        {t(`chat-customize.contrast.${props.text}-${props.ground}`)}{' '}
        <Typography.Text strong type={isGood ? undefined : 'danger'} className="figures">
          {ratioText}:1
        </Typography.Text>{' '}
        {t(isGood ? 'chat-customize.contrast.good' : 'chat-customize.contrast.low')}
      </span>
      {better && !isReadOnly && (
        <Button
          size="small"
          shape="round"
          icon={<i aria-hidden className="appearance-dot" style={{ background: better }} />}
          onClick={() => form.setFieldValue(['colors', props.text], better)}
        >
          {t('chat-customize.contrast.use', { color: better })}
        </Button>
      )}
      {isGood && (
        <Typography.Text type="success">
          <Icon name="check" size={14} />
        </Typography.Text>
      )}
    </Flex>
  );
}
