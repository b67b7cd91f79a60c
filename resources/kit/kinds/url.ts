import { type Common, type Kind, make, type Zod } from '../kind.ts';

/**
 * Returns a trimmed address with its scheme: prepends https:// unless it starts with http:// or https://.
 * Addresses that start with a slash, such as `//host`, are not changed, so that their validation fails.
 */
export function withScheme(address: string): string {
  const trimmed = address.trim();
  return trimmed === '' || /^(https?:\/\/|[/\\])/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

interface AddressRule {
  hasCredentials?: boolean;
  /** Also `http://ollama:11434`, which only the own network knows. */
  mayBeLocalName?: boolean;
}

/**
 * A web address; https:// is prepended if the scheme is missing. With `hasCredentials`, it may contain a user name and
 * password; with `mayBeLocalName`, its host may be a name that only the own network knows.
 */
export function url<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, string> & AddressRule = {},
) {
  const { hasCredentials, mayBeLocalName } = options;
  return make<string, RO, OPT>('url', options, { max: 2_048, hasCredentials, mayBeLocalName });
}

const isWebAddress = (value: string, { hasCredentials, mayBeLocalName }: AddressRule = {}) => {
  // `URL` ignores additional slashes before the host, but an address with more than two has no host.
  if (!/^https?:\/\/[^/\\]/i.test(value) || !URL.canParse(value) || /\s/.test(value)) return false;
  const { hostname, username, password } = new URL(value);
  // `mailto:a@b.com` with https:// prepended would be the site b.com with a user name and password.
  if ((username || password) && !hasCredentials) return false;
  return mayBeLocalName || hostname === 'localhost' || hostname.includes('.') || hostname.startsWith('[');
};

/** Returns the schema of a web address as input: applies `withScheme`, then validates it. */
export function webAddressSchema(z: Zod, rule?: AddressRule) {
  const address = z.string().min(1).max(2_048);
  return z
    .string()
    .transform(withScheme)
    .pipe(address.refine((value) => isWebAddress(value, rule), { params: { code: 'invalid_url' } }));
}

/** Returns the schema of a web address that may contain a user name and password. With them, it needs its scheme. */
function addressWithCredentials(z: Zod, rule: AddressRule) {
  return z.union([
    webAddressSchema(z, { mayBeLocalName: rule.mayBeLocalName }),
    z
      .string()
      .trim()
      .max(2_048)
      .refine((value) => isWebAddress(value, rule), { params: { code: 'invalid_url' } }),
  ]);
}

export const kind: Kind = {
  isText: true,
  order: 'text',
  schemas: (z, field) => ({
    record: z.string(),
    input: field.hasCredentials ? addressWithCredentials(z, field) : webAddressSchema(z, field),
  }),
};
