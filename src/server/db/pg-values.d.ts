/** The part of the driver that turns values into what a Bind message carries; it brings no types for it. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): string | Buffer | null };
  export default utils;
}
