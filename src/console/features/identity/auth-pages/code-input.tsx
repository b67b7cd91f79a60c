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
/** A place left empty within the code is a space, so that the digits after it stay where they are. */
const joined = (digits: readonly (string | undefined)[]) =>
  Array.from(digits, (one) => one || ' ')
    .join('')
    .trimEnd();

/** antd's input for one-time codes, which takes a pasted code with whatever stands between its digits. */
// `aria-required` is not allowed on the group that the inputs form.
export function CodeInput({ onChange, 'aria-required': _, ...props }: CodeInputProps) {
  const box = useRef<HTMLDivElement>(null);
  // antd names the inputs in English and passes neither names nor autofill on to them.
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
