import type { outgoingWebhooks } from '../db/schema/outgoing-webhooks.ts';
import { ApiError } from '../runtime/api-error.ts';
import { seal, type SecretKey, unseal } from '../runtime/secrets.ts';
import { t } from '../runtime/translate.ts';

/** Stands for a stored value, which is never shown. */
const MASK = '••••••';
const HEADERS_MAX = 10;
const LINE = /^([!#$%&'*+.^_`|~\w-]{1,100}):[ \t]*(.+)$/;
/** Printable ASCII, as `fetch` sends it. */
const VALUE = /^[\x20-\x7E]{1,2000}$/;
const RESERVED =
  /^(?:host|connection|keep-alive|te|trailer|upgrade|expect|content-.*|transfer-encoding|accept-encoding|proxy-.*|prosa-.*)$/i;

type OwnHeaders = Record<string, string>;

type StoredHeaders = Pick<typeof outgoingWebhooks.$inferSelect, 'id' | 'headerNames' | 'sealedHeaders'>;

const ownerOf = (id: string) => `${id} headers`;

function refuse(code: string, values: Record<string, unknown>): never {
  const message = t(`outgoing-webhooks.headers.${code}`, values);
  throw new ApiError('invalid_input', { errors: [{ field: 'headers', code, message }] });
}

/** Throws if they were sealed with another SECRET_KEY. */
export function openHeaders(key: SecretKey, { id, sealedHeaders }: Omit<StoredHeaders, 'headerNames'>): OwnHeaders {
  if (sealedHeaders === null) return {};
  const opened = unseal(key, ownerOf(id), sealedHeaders);
  if (opened === null) throw new Error('The headers of a webhook cannot be decrypted with this SECRET_KEY');
  return JSON.parse(opened) as OwnHeaders;
}

const sealHeaders = (key: SecretKey, id: string, headers: OwnHeaders) => {
  const headerNames = Object.keys(headers);
  const sealedHeaders = headerNames.length > 0 ? seal(key, ownerOf(id), JSON.stringify(headers)) : null;
  return { headerNames, sealedHeaders };
};

/** One a line, without values. */
const maskedLines = (names: readonly string[]): string => names.map((name) => `${name}: ${MASK}`).join('\n');

/** A masked value stays the stored one. Throws `ApiError` `invalid_input`. */
function readLines(text: string, stored: OwnHeaders): OwnHeaders {
  const headers: [string, string][] = [];
  const seen = new Set<string>();
  for (const line of text.split(/\r?\n/).filter((one) => one.trim() !== '')) {
    const [, name = '', given = ''] = LINE.exec(line.trim()) ?? [];
    const value = given.trim() !== MASK ? given.trim() : Object.hasOwn(stored, name) ? stored[name] : undefined;
    if (name === '' || seen.has(name.toLowerCase())) refuse('invalid', { line: line.slice(0, 60) });
    if (RESERVED.test(name)) refuse('reserved', { name });
    if (value === undefined) refuse('value_missing', { name });
    if (!VALUE.test(value)) refuse('invalid', { line: name });
    seen.add(name.toLowerCase());
    headers.push([name, value]);
  }
  if (seen.size > HEADERS_MAX) refuse('too_many', { most: HEADERS_MAX });
  return Object.fromEntries(headers);
}

/** `https://user:pass@…`: the credentials become a header. */
function splitAddress(url: string): { url: string; credentials: OwnHeaders } {
  const parsed = new URL(url);
  const { username, password } = parsed;
  if (username === '' && password === '') return { url, credentials: {} };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  [parsed.username, parsed.password] = ['', ''];
  return { url: parsed.href, credentials: { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

const isAuthorization = (name: string) => name.toLowerCase() === 'authorization';

interface Change {
  url?: string;
  /** Null removes them; undefined leaves them. */
  headers?: string | null;
}

/**
 * Stored values stay only with their host: otherwise somebody who may change the address, but not see the values, could
 * send them to a host of their own. Throws `ApiError` `invalid_input`.
 */
export function changedHeaders(
  key: SecretKey,
  before: StoredHeaders & { url: string | null },
  { url: given, headers }: Change,
): { url?: string } & Partial<Omit<StoredHeaders, 'id'>> {
  const { url, credentials } = given === undefined ? { credentials: {} } : splitAddress(given);
  const hasMoved = url !== undefined && before.url !== null && new URL(url).origin !== new URL(before.url).origin;
  if (headers === undefined && !hasMoved && Object.keys(credentials).length === 0) return { url };
  const stored = hasMoved ? {} : openHeaders(key, before);
  const own = readLines(headers === undefined ? maskedLines(before.headerNames) : (headers ?? ''), stored);
  const others = Object.entries(own).filter(([name]) => !('Authorization' in credentials && isAuthorization(name)));
  return { url, ...sealHeaders(key, before.id, { ...Object.fromEntries(others), ...credentials }) };
}
