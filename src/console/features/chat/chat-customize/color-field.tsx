import { Button, ColorPicker, Flex, Input, Tag, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/icon.tsx';
import { contrastOf, isHex, opaque, READABLE, readableOn } from './contrast.ts';
import { Field, useField } from './editing.tsx';

/** Returns the typed text trimmed. Adds the leading # to hex digits typed without it. */
const typedHex = (typed: string) => {
  const text = typed.trim();
  return /^[0-9a-f]{3,8}$/i.test(text) ? `#${text}` : text;
};

/**
 * A colour field with a picker and a hex input. `label` is a locale key. `value` and `onChange` replace the value at
 * `path` and its setter.
 */
export function ColorField(props: { path: string; label?: string; value?: string; onChange?: (hex: string) => void }) {
  const { t } = useTranslation();
  const field = useField<string>(props.path, 'conversation');
  const value = props.value ?? field.value;
  const set = props.onChange ?? field.set;
  const label = t(props.label ?? `chat-customize.fields.${props.path}`);
  return (
    <Field label={label} fault={field.fault}>
      {(ids) => (
        <Flex gap="small" className="look-color">
          <ColorPicker
            value={isHex(value) ? value : '#000000'}
            format="hex"
            disabled={field.isOff}
            onChange={(color) => set(color.toHexString().toUpperCase())}
          >
            <button
              type="button"
              className="look-swatch"
              disabled={field.isOff}
              aria-label={t('chat-customize.pick', { color: label })}
              style={{ '--swatch': isHex(value) ? value : 'transparent' } as React.CSSProperties}
            />
          </ColorPicker>
          <Input
            {...ids}
            value={value}
            disabled={field.isOff}
            maxLength={9}
            spellCheck={false}
            autoCapitalize="none"
            status={field.fault ? 'error' : undefined}
            onFocus={field.onFocus}
            onChange={({ target }) => set(typedHex(target.value))}
          />
        </Flex>
      )}
    </Field>
  );
}

/**
 * Shows the contrast of a text colour on its background. When the contrast is too low, a button applies the nearest
 * readable colour. Shows nothing while a colour is invalid.
 */
export function ContrastLine(props: { text: string; ground: string; label: string }) {
  const { t } = useTranslation();
  const text = useField<string>(`colors.${props.text}`);
  const ground = useField<string>(`colors.${props.ground}`);
  const under = useField<string>('colors.ground').value;
  const ratio = contrastOf(text.value, ground.value, under);
  if (ratio === null) return null;
  const isGood = ratio >= READABLE;
  const better = isGood ? null : readableOn(text.value, ground.value, under);
  const ratioText = (Math.floor(ratio * 10) / 10).toLocaleString('pt-BR', { minimumFractionDigits: 1 });
  return (
    <Flex wrap align="center" gap="4px 10px" className="look-note small-text">
      <Tag aria-hidden style={{ color: opaque(text.value), background: opaque(ground.value) }}>
        Aa
      </Tag>
      <span>
        {t(props.label)}{' '}
        <Typography.Text strong type={isGood ? undefined : 'danger'} className="figures">
          {ratioText}:1
        </Typography.Text>{' '}
        {t(isGood ? 'chat-customize.contrast.good' : 'chat-customize.contrast.low')}
      </span>
      {better && !text.isOff && (
        <Button
          size="small"
          shape="round"
          icon={<i aria-hidden className="look-dot" style={{ background: better }} />}
          onClick={() => text.set(better)}
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
