import { ColorPicker, Flex, Input, type InputProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { isHex } from '../../shared/appearance.ts';

/** Returns the typed text trimmed. Adds the leading # to hex digits typed without it. */
const typedHex = (typed: string) => {
  const text = typed.trim();
  return /^[0-9a-f]{3,8}$/i.test(text) ? `#${text}` : text;
};

interface Props extends Omit<InputProps, 'value' | 'onChange'> {
  /** The colour's name, for screen readers. */
  label: string;
  value?: string;
  onChange?: (hex: string) => void;
  isReadOnly?: boolean;
  /** Without transparency. */
  isOpaque?: boolean;
}

/** An input for a hex colour, with a picker beside it. */
export default function HexInput({ label, value = '', onChange, isReadOnly, isOpaque, ...input }: Props) {
  const { t } = useTranslation();
  return (
    <Flex gap="small" className="hex-input">
      <ColorPicker
        value={isHex(value) ? value : '#000000'}
        format="hex"
        disabledAlpha={isOpaque}
        onChange={(color) => onChange?.(color.toHexString().toUpperCase())}
      >
        <button
          type="button"
          className="hex-swatch"
          disabled={isReadOnly}
          aria-label={t('resource.pickColor', { color: label })}
          style={{ '--swatch': isHex(value) ? value : 'transparent' } as React.CSSProperties}
        />
      </ColorPicker>
      <Input
        {...input}
        value={value}
        maxLength={isOpaque ? 7 : 9}
        spellCheck={false}
        autoCapitalize="none"
        onChange={({ target }) => onChange?.(typedHex(target.value))}
      />
    </Flex>
  );
}
