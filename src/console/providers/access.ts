import type { AccessControlProvider } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import { type Answer, readPermission } from '../../../access-control/permissions.ts';
import { meQuery } from '../session/me.ts';

async function answerOf(client: QueryClient, resource: string, action: string): Promise<Answer> {
  try {
    return readPermission((await client.ensureQueryData(meQuery)).permissions, resource, action);
  } catch {
    // PolicyProvider shows that the server does not say who is signed in; Refine would show nothing at all.
    return { can: false, refusal: 'role' };
  }
}

/**
 * Refine asks `can` for its buttons: resource is the thing, action the act. It hides; the server decides. A refusal's
 * reason is its kind and, behind a space, the flag that would do. (Our own parts ask by useAsk, which need not wait.)
 */
export function accessProvider(client: QueryClient): AccessControlProvider {
  return {
    can: async ({ resource, action }) => {
      if (!resource) return { can: true };
      const { can: may, refusal, flag } = await answerOf(client, resource, action);
      return may ? { can: true } : { can: false, reason: [refusal, flag].filter(Boolean).join(' ') };
    },
    options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
  };
}
