import type { AccessControlProvider } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import type { Asker, Can } from '../../../access-control/can.ts';
import { meQuery, rememberedAsker } from '../session/me.ts';

let loading: Promise<Can> | undefined;
let loaded: Can | undefined;

/** The enforcer over the same files that the server decides by; loaded and built once. */
export function loadCan(): Promise<Can> {
  loading ??= Promise.all([
    import('../../../access-control/can.ts'),
    import('../../../access-control/model.conf?raw'),
    import('../../../access-control/policy.csv?raw'),
  ])
    .then(async ([{ createCan }, model, policy]) => (loaded = await createCan(model.default, policy.default)))
    .catch((failure: unknown) => {
      loading = undefined;
      throw failure;
    });
  return loading;
}

/** The same when it is here already. */
export const loadedCan = (): Can | undefined => loaded;

/** What is answered to a question: a refusal has for a reason its kind (`role` or `plan`) and the flag that would do. */
export interface Answer {
  can: boolean;
  refusal?: 'role' | 'plan';
  flag?: string;
}

/** Answers one question of somebody. */
export function answerOf(can: Can, asker: Asker, thing: string, act: string): Answer {
  const verdict = can.may(asker, thing, act) ? null : can.explain(asker, thing, act);
  if (verdict === null || verdict.allowed) return { can: true };
  return { can: false, refusal: verdict.refusal, flag: verdict.missing };
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
 * Refine asks `can` for its buttons: resource is the thing, action the act. It hides; the server decides. A refusal's
 * reason is its kind and, behind a space, the flag that would do. (Our own parts ask usePolicy, which need not wait.)
 */
export function accessProvider(client: QueryClient): AccessControlProvider {
  return {
    can: async ({ resource, action }) => {
      if (!resource) return { can: true };
      const [can, asker] = await Promise.all([loadCan(), whoAsks(client)]);
      const { can: may, refusal, flag } = answerOf(can, asker, resource, action);
      return may ? { can: true } : { can: false, reason: [refusal, flag].filter(Boolean).join(' ') };
    },
    options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
  };
}
