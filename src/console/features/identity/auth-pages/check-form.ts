import type { z } from 'zod';

/** What is wrong with a form, by field: one sentence each. */
export type FieldFaults = Record<string, string>;
type BodyName = 'registerBody' | 'resetPasswordBody';

const fill = (sentence: string, values: Record<string, unknown>) =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));

/** Brings the rules before they are needed: call it when somebody begins to type. */
export function loadRules() {
  return Promise.all([
    import('../../../../shared/rules.ts'),
    import('../../../../shared/form-messages.ts'),
    import('../../../../../locales/pt-BR/validation.json'),
  ]);
}

/** Checks what was typed by the server's own rules, which come only now. No faults: an empty object. */
export async function checkBody(body: BodyName, values: Record<string, string>): Promise<FieldFaults> {
  const [rules, { formMessage }, { default: sentences }] = await loadRules();
  const said = sentences as Record<string, string>;
  const schema: z.ZodType = rules[body];
  const faults: FieldFaults = {};
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const field = String(issue.path[0] ?? '');
    if (field in faults) continue;
    const isEmpty = (values[field] ?? '').trim() === '';
    const { code, values: mentioned } = isEmpty ? { code: 'required', values: {} } : formMessage(issue);
    faults[field] = fill(said[code] ?? said.invalid ?? '', mentioned);
  }
  return faults;
}

/** Checks a form by its inputs' own attributes (required, type, pattern), where these say all there is to say. */
export async function checkInputs(form: HTMLFormElement): Promise<FieldFaults> {
  const faults: [string, 'required' | 'invalid' | 'invalid_email' | 'invalid_url'][] = [];
  for (const input of form.querySelectorAll<HTMLInputElement>('input[name]')) {
    const { validity } = input;
    if (validity.valueMissing || (input.required && input.value.trim() === '')) faults.push([input.name, 'required']);
    else if (validity.typeMismatch) faults.push([input.name, input.type === 'email' ? 'invalid_email' : 'invalid_url']);
    else if (validity.patternMismatch) faults.push([input.name, 'invalid']);
  }
  if (faults.length === 0) return {};
  const { default: sentences } = await import('../../../../../locales/pt-BR/validation.json');
  return Object.fromEntries(faults.map(([name, code]) => [name, sentences[code]]));
}
