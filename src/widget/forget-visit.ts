/** The key in localStorage under which a context's panel stores the visit. */
export const visitKey = (contextId: string) => `prosa:${contextId}`;

/** Also whether it was open during a talk. */
export function forgetVisit(contextId: string): void {
  try {
    localStorage.removeItem(visitKey(contextId));
  } catch {
    // Without storage there is nothing to forget.
  }
}

/** The panel is open and a person is called or there, so a page that is loaded anew opens it again. */
export function talkKept(contextId: string): string | null | undefined {
  try {
    return sessionStorage.getItem(visitKey(contextId));
  } catch {
    // Without storage it stays closed.
  }
}
