/** Returns the path of the upload page's link tab with an address filled in. */
export const captureOf = (website: string) =>
  `/knowledge-base/content/upload?tab=link&url=${encodeURIComponent(website)}`;

/** Returns the host of a site without www. */
export function siteName(website: string): string {
  return URL.canParse(website) ? new URL(website).host.replace(/^www\./, '') : website;
}
