/** Returns the path of the upload page's link tab, with the address of a site filled in. */
export const captureOf = (website: string) =>
  `/knowledge-base/content/upload?tab=link&url=${encodeURIComponent(website)}`;

/** The navigation state with which that page reads the site at once. */
export const READS = { reads: true };

/** Returns the host of a site without `www.`, or the text itself if it is not a URL. */
export function siteName(website: string): string {
  return URL.canParse(website) ? new URL(website).host.replace(/^www\./, '') : website;
}
