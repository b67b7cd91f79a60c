import { withScheme } from '../../resources/kit/kinds/url.ts';
import { isWhatsapp, whatsappDigits } from './whatsapp.ts';

/** Not an IP address or `localhost`. */
const isDomainName = (host: string): boolean => /\.[a-z][a-z0-9-]*\.?(:\d+)?$/i.test(host);

/** Pages there are profiles of businesses, not their sites. */
const PROFILES = /^(?:www\.|m\.|api\.)?(?:instagram\.com|facebook\.com|wa\.me|whatsapp\.com)$/;
const INSTAGRAM = /^(?:www\.)?instagram\.com$/;

/** Whether an address is a profile on Instagram, Facebook or WhatsApp. */
export const isProfile = (address: string | null | undefined): boolean =>
  PROFILES.test(URL.parse(address ?? '')?.hostname ?? '');

/**
 * Returns the address of a business as a URL: `@loja` is a profile on Instagram, a phone number one on WhatsApp;
 * https:// is prepended if the scheme is missing.
 */
export function businessAddress(typed: string): string {
  const address = typed.trim();
  if (/^@[\w.]{1,30}$/.test(address)) return `https://www.instagram.com/${address.slice(1)}`;
  if (/^\+?[\d\s()-]{10,24}$/.test(address) && isWhatsapp(address)) return `https://wa.me/${whatsappDigits(address)}`;
  return withScheme(address);
}

/** Without `www.`: both names are one site. Empty for an invalid address. */
export const siteHost = (address: string | null | undefined): string =>
  URL.parse(address ?? '')?.host.replace(/^www\./, '') ?? '';

/** RFC 6454; for a domain name, with and without `www.`. Empty for an invalid address. */
export function originsOfSite(address: string | undefined): string[] {
  const url = address ? URL.parse(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || isProfile(address)) return [];
  if (!isDomainName(url.host)) return [url.origin];
  const bare = siteHost(address);
  return [`${url.protocol}//${bare}`, `${url.protocol}//www.${bare}`];
}

/** `Loja Azul` for `https://www.loja-azul.com.br` and `https://instagram.com/loja.azul`; null for an IP address. */
export function nameOfSite(address: string | undefined): string | null {
  const url = address ? URL.parse(address) : null;
  if (!url || !isDomainName(url.host)) return null;
  const profile = INSTAGRAM.test(url.hostname) ? url.pathname.split('/')[1] : undefined;
  if (!profile && isProfile(address)) return null;
  const label = profile ?? url.hostname.replace(/^www\./, '').split('.')[0] ?? '';
  const words = label.split(/[-_.]+/).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toLocaleUpperCase('pt-BR') + word.slice(1)).join(' ');
  return name === '' ? null : name.slice(0, 80);
}
