/** The upload page's link tab with an address in it. */
export const captureOf = (website: string) =>
  `/knowledge-base/content/upload?tab=link&url=${encodeURIComponent(website)}`;

/** A site as a person names it. */
export function siteName(website: string): string {
  return URL.canParse(website) ? new URL(website).host.replace(/^www\./, '') : website;
}
