import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  policyAskBody,
  PolicyCell,
  PolicyComparison,
  PolicyQuestion,
  PolicyVerdict,
  PolicyView,
  policyWho,
} from '../../../../shared/policy.ts';
import { request } from '../../../http/client.ts';

export type RoleName = PolicyView['roles'][number];
export type FlagName = PolicyView['flags'][number];
export type Line = PolicyView['table'][number];
export type PolicyRow = NonNullable<PolicyVerdict['row']>;
export type Who = z.infer<typeof policyWho>['who'];
export type { PolicyCell, PolicyComparison, PolicyQuestion, PolicyVerdict, PolicyView };

export const POLICY_PATH = '/admin/policy';
type Body = z.input<typeof policyAskBody>;

/** The policy in force; it never changes while the server runs. */
export const usePolicy = () =>
  useQuery({
    queryKey: ['policy'],
    queryFn: ({ signal }) => request<PolicyView>(POLICY_PATH, { signal }),
    staleTime: Infinity,
  });

const ask = <T>(body: Body, signal?: AbortSignal) => request<T>(`${POLICY_PATH}/ask`, { method: 'POST', body, signal });

/** "May R with these flags do A on T?", asked while there is a question. */
export const useVerdict = (question: PolicyQuestion | undefined) =>
  useQuery({
    queryKey: ['policy', 'ask', question],
    queryFn: ({ signal }) => ask<PolicyVerdict>(question as PolicyQuestion, signal),
    enabled: question !== undefined,
    staleTime: Infinity,
  });

/** "Who may do A on T?", asked while there is a question. */
export const useWhoMay = (question: { resource: string; action: string } | undefined) =>
  useQuery({
    queryKey: ['policy', 'who', question],
    queryFn: async ({ signal }) =>
      (await ask<{ who: Who }>({ who: question as { resource: string; action: string } }, signal)).who,
    enabled: question !== undefined,
    staleTime: Infinity,
  });

/** What changed from an earlier text of policy.csv to the one in force. */
export const useComparison = () =>
  useMutation({
    mutationFn: (before: string) =>
      request<PolicyComparison>(`${POLICY_PATH}/compare`, { method: 'POST', body: { before } }),
  });
