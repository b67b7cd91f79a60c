/** The key in localStorage under which a context's panel stores the visit. */
export const visitKey = (contextId: string) => `prosa:${contextId}`;

export function forgetVisit(contextId: string): void {
  try {
    localStorage.removeItem(visitKey(contextId));
  } catch {
    // Without storage there is nothing to forget.
  }
}
