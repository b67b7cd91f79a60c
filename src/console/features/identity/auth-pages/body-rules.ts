import type { FormRule } from 'antd';
import type { z } from 'zod';
import { i18n } from '../../../providers/i18n.ts';

/** Loads the server's validation rules. Call it when the user starts to type, so that they are ready for the submit. */
export function loadRules() {
  return Promise.all([import('../../../../shared/rules.ts'), import('../../../../shared/form-messages.ts')]);
}

/** Returns the message for the first error in a value; undefined if the server would accept the value. */
async function messageOf(field: string, value: unknown): Promise<string | undefined> {
  const [rules, { formMessage }] = await loadRules();
  const shape: Record<string, z.ZodType> = rules.registerBody.shape;
  const issue = shape[field]?.safeParse(value ?? '').error?.issues[0];
  if (!issue) return undefined;
  const { code, values } = formMessage(issue);
  return i18n.t([`validation.${code}`, 'validation.invalid'], values);
}

// The rules are functions because their messages are loaded with the page, later than this module.
export const requiredRule: FormRule = () => ({
  required: true,
  whitespace: true,
  message: i18n.t('validation.required'),
});

export const emailRule: FormRule = () => ({
  type: 'email',
  message: i18n.t('validation.invalid_email'),
  transform: (value?: string) => value?.trim(),
});

/** Returns a rule that checks a field as the server does for a registration. Other forms have the same rules. */
export const bodyRule = (field: string): FormRule => ({
  validator: async (_, value: unknown) => {
    const message = await messageOf(field, value);
    if (message) throw new Error(message);
  },
});
