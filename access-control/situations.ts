import type { Change, Policy, Principal } from './policy.ts';
import type { Grant } from './policy-rows.ts';
import { rowsPhrase } from './row-scopes.ts';
import { answerSentence } from './sentences.ts';
import {
  IMPERSONATED_FLAG,
  IMPERSONATOR,
  KEY_ROLES,
  OWN_FLAGS,
  PLAN_FLAGS,
  ROLES,
  type Situation,
  SITUATIONS,
} from './vocabulary.ts';

interface Asker {
  role: string;
  flags: readonly string[];
}

interface SituatedPrincipal extends Principal {
  situation: Situation;
}

/** Staff act in a customer's account with the role of IMPERSONATOR, so an answer about it is about both. */
const entersAccounts = (policy: Policy, role: string) =>
  role === IMPERSONATOR.role || policy.can({ role, flags: OWN_FLAGS }, 'impersonation', 'enter');

/**
 * One for each situation: with the flags of its session: a fresh one in its own account. Only these subjects exist on the server.
 */
export function principalsOf(policy: Policy, { role, flags }: Asker): SituatedPrincipal[] {
  const own = role === 'ANYONE' ? [] : [...new Set([...flags, ...OWN_FLAGS])];
  const principals: SituatedPrincipal[] = [{ situation: 'own', role, flags: own }];
  if (entersAccounts(policy, role))
    principals.push({ situation: 'customer', role: IMPERSONATOR.role, flags: [...flags, IMPERSONATED_FLAG] });
  if ((KEY_ROLES as readonly string[]).includes(role)) principals.push({ situation: 'key', role, flags });
  return principals;
}

const isPublic = (policy: Policy, resource: string, action: string) =>
  policy.can({ role: 'ANYONE', flags: [] }, resource, action);

interface SituatedAnswer {
  situation: Situation;
  allowed: boolean;
  sentence: string;
  row: { line: number; text: string } | null;
  /** As a pt-BR phrase; null for a refusal. */
  rows: string | null;
  refusal: 'role' | 'plan' | null;
  change: Change | null;
}

/** One for each situation that the role can be in. */
export function answersTo(
  policy: Policy,
  grants: readonly Grant[],
  asker: Asker,
  resource: string,
  action: string,
): SituatedAnswer[] {
  return principalsOf(policy, asker).map(({ situation, ...principal }) => {
    const verdict = policy.explain(principal, resource, action);
    const smallest = policy.smallestChange(principal, resource, action);
    // A key never becomes a session.
    const change =
      situation === 'key' && (OWN_FLAGS as readonly (string | undefined)[]).includes(smallest?.flag) ? null : smallest;
    const rows = verdict.allowed ? rowsPhrase(resource, situation, isPublic(policy, resource, action)) : null;
    const sentence = answerSentence({ policy, grants, principal, situation, change }, resource, action);
    return {
      situation,
      allowed: verdict.allowed,
      sentence: rows ? `${sentence}; ${rows}` : sentence,
      rows,
      row: verdict.allowed ? { line: verdict.line, text: verdict.because } : null,
      refusal: verdict.allowed ? null : verdict.refusal,
      change,
    };
  });
}

export interface Holder {
  situation: Situation;
  role: string;
  flag: string | null;
  rows: string;
  row: { line: number; text: string };
}

/** In a customer's account, these are the staff roles that may enter it. */
export function holdersOf(policy: Policy, resource: string, action: string): Holder[] {
  const open = isPublic(policy, resource, action);
  return SITUATIONS.flatMap((situation) => {
    const rows = rowsPhrase(resource, situation, open);
    return ROLES.flatMap((role) => {
      // In a customer's account, staff are named, not the role whose place they take.
      if (situation === 'customer' && role === IMPERSONATOR.role) return [];
      const holders = [null, ...PLAN_FLAGS].flatMap((flag): Holder[] => {
        const flags = flag === null ? [] : [flag];
        const principal = principalsOf(policy, { role, flags }).find((one) => one.situation === situation);
        const verdict = principal && policy.explain(principal, resource, action);
        if (!verdict?.allowed) return [];
        return [{ situation, role, flag, rows, row: { line: verdict.line, text: verdict.because } }];
      });
      return holders[0]?.flag === null ? [holders[0]] : holders;
    });
  });
}
