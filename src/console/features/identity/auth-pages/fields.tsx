import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { hidePassword, showPassword } from '../../../../../locales/pt-BR/console.json';
import type { DoorForm } from './use-door-form.ts';

interface FieldProps extends Omit<ComponentProps<'input'>, 'form'> {
  name: string;
  label: string;
  of: DoorForm;
  /** Beside the label: a link, or "opcional". */
  aside?: ReactNode;
  /** Below the input. */
  hint?: ReactNode;
  /** Within the input, at its end. */
  end?: ReactNode;
}

/** An input with its label, and below it what is wrong with it. */
export function Field({ label, of, aside, hint, end, ...input }: FieldProps) {
  const id = useId();
  const fault = of.faults[input.name];
  const said = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field" data-faulty={fault ? true : undefined}>
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className="field-box">
        <input
          id={id}
          {...input}
          aria-invalid={fault ? true : undefined}
          aria-describedby={said || undefined}
          onChange={(event) => {
            input.onChange?.(event);
            if (fault) of.forgive(input.name);
          }}
        />
        {end}
      </div>
      {fault && (
        <p id={`${id}-fault`} className="field-fault">
          {fault}
        </p>
      )}
      {hint && <div id={`${id}-hint`}>{hint}</div>}
    </div>
  );
}

/** A password that can be looked at. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const [isSeen, setIsSeen] = useState(false);
  const label = isSeen ? hidePassword : showPassword;
  const eye = (
    <button
      type="button"
      className="field-eye"
      aria-label={label}
      aria-pressed={isSeen}
      title={label}
      onClick={() => setIsSeen(!isSeen)}
    >
      <svg aria-hidden width="18" height="18" viewBox="0 0 24 24">
        <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm12.5 0a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z" />
        {!isSeen && <path d="M4 4l16 16" />}
      </svg>
    </button>
  );
  return (
    <Field
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isSeen ? 'text' : 'password'}
      end={eye}
    />
  );
}

/** The one button of a form; busy, it keeps its width and says so. */
export function Submit({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <button type="submit" className="door-button" aria-busy={isBusy} aria-disabled={isBusy}>
      <span>{children}</span>
      {isBusy && <i className="door-busy" aria-hidden />}
    </button>
  );
}
