/** How long a response is reused (ms), so that several parts of a screen share one request while they render. */
export const SHARED_STALE_MS = 5_000;
