import type { z } from 'zod';
import { IN_CENTAVOS } from '../../resources/kit/field.ts';
import { formatCount, formatMoney } from './format.ts';

interface FormMessage {
  code: string;
  values: Record<string, unknown>;
}

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;

const sized = (issue: Issue, end: 'min' | 'max', limit: unknown): FormMessage => {
  const origin = 'origin' in issue ? String(issue.origin) : 'number';
  const subject = origin === 'string' ? 'text' : origin === 'array' ? 'array' : 'number';
  if (end === 'min' && subject === 'text' && Number(limit) === 1) return { code: 'required', values: {} };
  const format = issue.message === IN_CENTAVOS ? formatMoney : formatCount;
  return { code: `${subject}_${end}`, values: { limit: format(Number(limit)), count: Number(limit) } };
};

/** Our own rules carry their code in `params.code`. */
export function formMessage(issue: Issue): FormMessage {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int' && typeof issue.input === 'number') return { code: 'not_integer', values: {} };
      return { code: issue.input === undefined || issue.input === null ? 'required' : 'invalid', values: {} };
    case 'too_small':
      return sized(issue, 'min', issue.minimum);
    case 'too_big':
      return sized(issue, 'max', issue.maximum);
    case 'not_multiple_of':
      return { code: 'decimals', values: { limit: Math.round(-Math.log10(issue.divisor)) } };
    case 'invalid_format':
      if (issue.message === 'invalid_color') return { code: issue.message, values: {} };
      if (issue.format === 'email') return { code: 'invalid_email', values: {} };
      if (issue.format === 'url') return { code: 'invalid_url', values: {} };
      if (['datetime', 'date', 'time'].includes(issue.format)) return { code: 'invalid_date', values: {} };
      return { code: 'invalid', values: {} };
    case 'invalid_union': {
      // A timestamp or a day, an address or nothing: the message of the variant that has one.
      const codes = issue.errors.map(([first]) => (first ? formMessage(first).code : 'invalid'));
      return { code: codes.find((code) => code !== 'invalid') ?? 'invalid', values: {} };
    }
    case 'unrecognized_keys':
      return { code: 'unknown_name', values: {} };
    case 'custom': {
      const params = (issue as { params?: Record<string, unknown> }).params ?? {};
      return { code: typeof params.code === 'string' ? params.code : 'invalid', values: params };
    }
    default:
      return { code: 'invalid', values: {} };
  }
}
