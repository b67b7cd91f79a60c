/** GET /contexts/{id}/origins. */
export interface Installation {
  origins: string[];
  snippet: string;
  lastSeenAt: string | null;
  /** The last site that requested the widget without being allowed. */
  refused: { origin: string; at: string } | null;
}

/** Its query key. */
export const installationKey = (contextId: string) => ['installation', contextId];
