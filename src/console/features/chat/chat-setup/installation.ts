/** GET /contexts/{id}/origins. */
export interface Installation {
  origins: string[];
  snippet: string;
  lastSeenAt: string | null;
  /** The last page that asked for the widget and is not on the list. */
  refused: { origin: string; at: string } | null;
}

/** The key under which it is remembered. */
export const installationKey = (contextId: string) => ['installation', contextId];
