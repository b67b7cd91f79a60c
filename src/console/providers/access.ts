import type { AccessControlProvider } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import type { Asker, Can } from '../../../access-control/can.ts';
import { meQuery, rememberedAsker } from '../session/me.ts';

let loading: Promise<Can> | undefined;

/** The enforcer over the same files that the server decides by; loaded and built once. */
export function loadCan(): Promise<Can> {
  loading ??= Promise.all([
    import('../../../access-control/can.ts'),
    import('../../../access-control/model.conf?raw'),
    import('../../../access-control/policy.csv?raw'),
  ])
    .then(([{ createCan }, model, policy]) => createCan(model.default, policy.default))
    .catch((failure: unknown) => {
      loading = undefined;
      throw failure;
    });
  return loading;
}

/** Who asks, as the server says; while it cannot be asked, as the token and the plan last told say. */
async function whoAsks(client: QueryClient): Promise<Asker> {
  try {
    const { role, flags } = await client.ensureQueryData(meQuery);
    return { role, flags };
  } catch {
    return rememberedAsker();
  }
}

/**
 * Refine asks `can` for every button: resource is the thing, action the act. It hides; the server decides. A refusal
 * has for a reason its kind (`role` or `plan`) and, behind a space, the flag that would do.
 */
export function accessProvider(client: QueryClient): AccessControlProvider {
  return {
    can: async ({ resource, action }) => {
      if (!resource) return { can: true };
      const [can, asker] = await Promise.all([loadCan(), whoAsks(client)]);
      const verdict = can.may(asker, resource, action) ? null : can.explain(asker, resource, action);
      if (verdict === null || verdict.allowed) return { can: true };
      return { can: false, reason: [verdict.refusal, verdict.missing].filter(Boolean).join(' ') };
    },
    options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
  };
}
