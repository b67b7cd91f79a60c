/** What the list of contents can be widened by; they travel in its address and to the call. */
export const CONTENT_SWITCHES = ['parents'] as const;
