import type { FastifyInstance } from 'fastify';
import { t } from '../runtime/translate.ts';
import { ApiError } from '../runtime/api-error.ts';

/** The one character that PostgreSQL keeps in no text. */
const NUL = '\0';
/** Nothing that we ask for lies deeper: what does has no field to be told at. */
const DEEPEST_FIELD = 20;

interface Place {
  value: unknown;
  name: string;
  within: Place | null;
}

function pathOf(place: Place): string {
  const names: string[] = [];
  for (let at: Place | null = place; at?.within; at = at.within) {
    if (names.push(at.name) > DEEPEST_FIELD) return '';
  }
  return names.reverse().join('.');
}

/**
 * Where a NUL stands, names of fields included; null: nowhere. No recursion: what a client nests has no bounds. On the way
 * halved characters (of an emoji cut in two) become the sign for what cannot be read: JSON in the database takes none.
 */
function placeOfNul(sent: unknown): string | null {
  const open: Place[] = [{ value: sent, name: '', within: null }];
  for (let place = open.pop(); place; place = open.pop()) {
    const { value } = place;
    if (typeof value === 'string' && value.includes(NUL)) return pathOf(place);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    const holder = value as Record<string, unknown>;
    for (const [name, inner] of Object.entries(holder)) {
      if (name.includes(NUL) || !name.isWellFormed()) return pathOf(place);
      if (typeof inner === 'string' && !inner.isWellFormed()) holder[name] = inner.toWellFormed();
      open.push({ value: holder[name], name, within: place });
    }
  }
  return null;
}

/**
 * Mends halved characters in place.
 * @throws ApiError `invalid_input` for a NUL in any text of what was sent, at its field where it has one
 */
export function checkTexts(sent: unknown): void {
  const field = placeOfNul(sent);
  if (field === null) return;
  const errors = field === '' ? undefined : [{ field, code: 'invalid', message: t('validation.invalid') }];
  throw new ApiError('invalid_input', { errors });
}

/** No route of the API is asked with a NUL in its path, query or body. Forms with files are read later (upload.ts). */
export function guardTexts(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    for (const part of [params, query, body]) checkTexts(part);
  });
}
