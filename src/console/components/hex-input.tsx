import { Flex, Input, type InputProps } from 'antd';
import { isHex } from '../../shared/appearance.ts';
import { t } from '../providers/i18n.ts';

/** Returns the typed text trimmed. Adds the leading # to hex digits typed without it. */
const typedHex = (typed: string) => {
  const text = typed.trim();
  return /^[0-9a-f]{3,8}$/i.test(text) ? `#${text}` : text;
};

/** Returns a hex colour with six digits, as browsers want it, and its transparency. */
function inParts(hex: string): [opaque: string, alpha: string] {
  if (!isHex(hex)) return ['#000000', ''];
  const digits = hex.length > 5 ? hex.slice(1) : hex.slice(1).replaceAll(/./g, '$&$&');
  return [`#${digits.slice(0, 6)}`, digits.slice(6)];
}

interface Props extends Omit<InputProps, 'value' | 'onChange'> {
  /** The colour's name, for screen readers. */
  label: string;
  value?: string;
  onChange?: (hex: string) => void;
  isReadOnly?: boolean;
  /** Without transparency. */
  isOpaque?: boolean;
}

/** An input for a hex colour, with the browser's picker beside it. */
export default function HexInput({ label, value = '', onChange, isReadOnly, isOpaque, ...input }: Props) {
  const [opaque, alpha] = inParts(value);
  return (
    <Flex gap="small" className="hex-input">
      <input
        type="color"
        className="hex-swatch"
        disabled={isReadOnly}
        aria-label={t('resource.pickColor', { color: label })}
        value={opaque}
        style={{ '--swatch': isHex(value) ? value : 'transparent' } as React.CSSProperties}
        onChange={({ target }) => onChange?.((target.value + alpha).toUpperCase())}
      />
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
