import type { TFunction } from 'i18next';
import type { z } from 'zod';
import { ownAppearance } from '../../../../shared/appearance.ts';
import { formMessage } from '../../../../shared/form-messages.ts';
import { valueAt } from './editing.tsx';
import type { Look } from './look-draft.ts';

const schema = ownAppearance.omit({ person: true });
/** Paths of the fields in the first section. The other fields are visible only in advanced mode. */
const FIRST = ['type', 'side', 'botName', 'companyName', 'messages.welcome', 'images.ai', 'colors.primary'];

/** Returns the translated error messages of an appearance by field path, one per field. */
export function faultsOf(t: TFunction, look: Look): Map<string, string> {
  const issues = schema.safeParse(look).error?.issues ?? [];
  const faults = new Map<string, string>();
  for (const issue of issues) {
    const path = issue.path.join('.');
    if (faults.has(path)) continue;
    const own = issue.message === 'invalid_color' ? { code: 'invalid_color', values: {} } : undefined;
    const input = valueAt(look, path);
    // Optional addresses are a union of an empty text and a URL. zod reports only that no variant matches.
    const isAddress = issue.code === 'invalid_union';
    const message =
      own ??
      (isAddress ? { code: 'invalid_url', values: {} } : formMessage({ ...issue, input } as z.core.$ZodRawIssue));
    faults.set(path, t(`validation.${message.code}`, message.values));
  }
  return faults;
}

export const isInFirstPart = (path: string): boolean => FIRST.includes(path);
