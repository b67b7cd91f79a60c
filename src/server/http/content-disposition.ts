/** Encodes a text for a header's parameter (RFC 8187). */
const extendedValue = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** Returns the header that names a file (RFC 6266). */
export const contentDisposition = (kind: 'inline' | 'attachment', name: string) =>
  `${kind}; filename*=UTF-8''${extendedValue(name)}`;
