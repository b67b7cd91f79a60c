import type { FormRule } from 'antd';
import type { z } from 'zod';
import { invalid_email, required } from '../../../../../locales/pt-BR/validation.json';

type BodyName = 'registerBody' | 'resetPasswordBody';

/** Fetches the server's rules before they are needed: call it when somebody begins to type. */
export function loadRules() {
  return Promise.all([
    import('../../../../shared/rules.ts'),
    import('../../../../shared/form-messages.ts'),
    import('../../../../../locales/pt-BR/validation.json'),
  ]);
}

const fill = (sentence: string, values: Record<string, unknown>) =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));

/** Returns the sentence on the first issue of a value; undefined when the server would accept it. */
async function messageOf(body: BodyName, field: string, value: unknown): Promise<string | undefined> {
  const [rules, { formMessage }, { default: loaded }] = await loadRules();
  const sentences: Record<string, string> = loaded;
  const shape: Record<string, z.ZodType> = rules[body].shape;
  const issue = shape[field]?.safeParse(value ?? '').error?.issues[0];
  if (!issue) return undefined;
  const { code, values } = formMessage(issue);
  return fill(sentences[code] ?? sentences.invalid ?? '', values);
}

/** A value must be there; spaces alone are none. */
export const requiredRule: FormRule = { required: true, whitespace: true, message: required };

export const emailRule: FormRule = {
  type: 'email',
  message: invalid_email,
  transform: (value?: string) => value?.trim(),
};

/** The server's own rule for a field of a body. */
export const bodyRule = (body: BodyName, field: string): FormRule => ({
  validator: async (_, value: unknown) => {
    const message = await messageOf(body, field, value);
    if (message) throw new Error(message);
  },
});
