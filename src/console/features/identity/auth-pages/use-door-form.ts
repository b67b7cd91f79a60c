import { useRef, useState, type FormEvent } from 'react';
import { HttpError } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import type { FieldFaults } from './check-form.ts';

type Values = Record<string, string>;

export interface DoorForm {
  faults: FieldFaults;
  isBusy: boolean;
  /** For the form element. */
  form: { ref: React.RefObject<HTMLFormElement | null>; onSubmit: (event: FormEvent) => void; noValidate: true };
  /** Takes back what was said of a field, once it is changed. */
  forgive: (field: string) => void;
  /** Says something of fields, and puts the focus on the first. */
  blame: (faults: FieldFaults) => void;
  submit: () => void;
}

/**
 * A form of the pages before the sign-in: reads its inputs by name, checks them, sends them. The faults that the
 * server finds are told at their fields; any other failure is a toast.
 */
export function useDoorForm(
  check: (form: HTMLFormElement, values: Values) => Promise<FieldFaults>,
  send: (values: Values) => Promise<void>,
): DoorForm {
  const ref = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [faults, setFaults] = useState<FieldFaults>({});
  const [isBusy, setIsBusy] = useState(false);
  const blame = (found: FieldFaults) => {
    setFaults(found);
    const inputs = ref.current?.querySelectorAll<HTMLInputElement>('input[name]') ?? [];
    [...inputs].find(({ name }) => found[name])?.focus();
  };
  const run = async () => {
    const form = ref.current;
    if (!form || isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    try {
      const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      const found = await check(form, values);
      blame(found);
      if (Object.keys(found).length === 0) await send(values);
    } catch (failure) {
      const found = faultsOf(failure, form);
      if (Object.keys(found).length > 0) blame(found);
      else void showFailure(failure);
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  const forgive = (field: string) => setFaults(({ [field]: _, ...others }) => others);
  return { faults, isBusy, form: { ref, onSubmit, noValidate: true }, forgive, blame, submit: () => void run() };
}

/** The faults that a refused call names, of fields that the form has. */
function faultsOf(failure: unknown, form: HTMLFormElement): FieldFaults {
  const errors = Object.entries((failure instanceof HttpError && failure.errors) || {});
  const known = errors.filter(([field]) => form.elements.namedItem(field) !== null);
  return Object.fromEntries(known.map(([field, [message = '']]) => [field, message]));
}
