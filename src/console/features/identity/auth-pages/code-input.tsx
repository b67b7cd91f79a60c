import OneTimeCode from 'antd/es/input/OTP';
import {
  type ClipboardEvent,
  type ComponentPropsWithRef,
  type CompositionEvent,
  type FormEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { code as label, digit } from '../../../../../locales/pt-BR/verify-email.json';
import { CODE_DIGITS } from '../../../../shared/constants.ts';

type OtpProps = ComponentPropsWithRef<typeof OneTimeCode>;

interface CodeInputProps extends Omit<OtpProps, 'onChange' | 'onInput' | 'length'> {
  onChange?: (code: string) => void;
}

const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, CODE_DIGITS);
/** Joins the digits. An empty position inside the code becomes a space, so that later digits keep their positions. */
const joined = (digits: readonly (string | undefined)[]) =>
  Array.from(digits, (one) => one || ' ')
    .join('')
    .trimEnd();

/** antd's input for one-time codes. Accepts only digits; other characters in a pasted code are dropped. */
// `aria-required` is removed because ARIA does not allow it on the group around the inputs.
export function CodeInput({ onChange, 'aria-required': _, ...props }: CodeInputProps) {
  const box = useRef<HTMLDivElement>(null);
  // antd labels the inputs in English and passes neither labels nor `autocomplete` on to them.
  useLayoutEffect(() => {
    box.current?.querySelectorAll('input').forEach((input, at) => {
      input.setAttribute('aria-label', digit.replace('{{place}}', String(at + 1)));
      input.setAttribute('autocomplete', at === 0 ? 'one-time-code' : 'off');
    });
  }, []);
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    onChange?.(digitsOf(event.clipboardData.getData('text')));
  };
  const keepToDigits = (event: FormEvent & Partial<Pick<CompositionEvent, 'data'>>) => {
    if (/\D/.test(event.data ?? '')) event.preventDefault();
  };
  return (
    <div ref={box} className="auth-code" onPasteCapture={paste} onBeforeInput={keepToDigits}>
      <OneTimeCode
        {...props}
        size="large"
        aria-label={label}
        inputMode="numeric"
        length={CODE_DIGITS}
        onInput={(digits) => onChange?.(joined(digits))}
      />
    </div>
  );
}
