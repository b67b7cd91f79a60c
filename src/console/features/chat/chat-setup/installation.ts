/** The response of `GET /contexts/{id}/origins`. */
export interface WidgetInstallation {
  origins: string[];
  snippet: string;
  lastSeenAt: string | null;
  /** The last site that requested the widget without permission. */
  refused: { origin: string; at: string } | null;
}

export const installationKey = (contextId: string) => ['installation', contextId];
