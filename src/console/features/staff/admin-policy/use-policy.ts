import { type BaseRecord, useCustom } from '@refinedev/core';
import type { z } from 'zod';
import type { PolicyQuestion, PolicyVerdict, PolicyView, policyWho } from '../../../../shared/policy.ts';
import type { HttpError } from '../../../http/http-error.ts';

export type RoleName = PolicyView['roles'][number];
export type FlagName = PolicyView['flags'][number];
export type PolicyLine = PolicyView['table'][number];
export type PolicyRow = NonNullable<PolicyVerdict['row']>;
export type PermittedRoles = z.infer<typeof policyWho>['who'];

export const POLICY_PATH = '/admin/policy';

/** Returns the query of the policy in force. The policy does not change while the server runs. */
export const usePolicy = () =>
  useCustom<PolicyView, HttpError>({
    url: POLICY_PATH,
    method: 'get',
    queryOptions: { staleTime: Infinity },
  }).query;

const useAnswer = <T extends BaseRecord>(question: object | undefined) =>
  useCustom<T, HttpError>({
    url: `${POLICY_PATH}/ask`,
    method: 'post',
    config: { payload: question },
    errorNotification: false,
    queryOptions: { enabled: question !== undefined, staleTime: Infinity },
  }).query;

/** Queries whether a role with these flags may take an action on a resource. */
export const useVerdict = (question: PolicyQuestion) => useAnswer<PolicyVerdict>(question);

/** Queries all roles that may take an action on a resource. Sends no request while `pair` is undefined. */
export const usePermittedRoles = (pair: { resource: string; action: string } | undefined) =>
  useAnswer<{ who: PermittedRoles }>(pair && { who: pair });
