import type { AccessControlProvider } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import { readAnswer, type Answer } from '../../../access-control/answers.ts';
import type { Asker } from '../../../access-control/can.ts';
import answers from '../../../access-control/policy.csv?answers';
import { meQuery, rememberedAsker } from '../session/me.ts';

/** Answers one question of somebody, as Casbin did over the same files when the program was built. */
export const answerOf = (asker: Asker, thing: string, act: string): Answer => readAnswer(answers, asker, thing, act);

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
 * reason is its kind and, behind a space, the flag that would do. (Our own parts ask by useAsk, which need not wait.)
 */
export function accessProvider(client: QueryClient): AccessControlProvider {
  return {
    can: async ({ resource, action }) => {
      if (!resource) return { can: true };
      const { can: may, refusal, flag } = answerOf(await whoAsks(client), resource, action);
      return may ? { can: true } : { can: false, reason: [refusal, flag].filter(Boolean).join(' ') };
    },
    options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
  };
}
