import type { AccessControlProvider } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import { type Answer, readPermission } from '../../../access-control/permissions.ts';
import { meQuery } from '../session/me.ts';

async function answerOf(client: QueryClient, resource: string, action: string): Promise<Answer> {
  try {
    return readPermission((await client.ensureQueryData(meQuery)).permissions, resource, action);
  } catch {
    // PolicyProvider shows the error. Rejecting here would make Refine show nothing.
    return { can: false, refusal: 'role' };
  }
}

/**
 * Hides Refine's buttons for actions that the policy refuses. The server enforces the policy. The `reason` of a refusal
 * is its kind, followed by a space and the missing flag, if any. Our own components use the synchronous `useAsk`.
 */
export function accessProvider(client: QueryClient): AccessControlProvider {
  return {
    can: async ({ resource, action }) => {
      if (!resource) return { can: true };
      const { can: isAllowed, refusal, flag } = await answerOf(client, resource, action);
      return isAllowed ? { can: true } : { can: false, reason: [refusal, flag].filter(Boolean).join(' ') };
    },
    options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
  };
}
