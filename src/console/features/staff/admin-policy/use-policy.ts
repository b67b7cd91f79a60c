import { type BaseRecord, useCustom } from '@refinedev/core';
import type { z } from 'zod';
import type { PolicyView, policyWho, SituatedPolicyAnswer } from '../../../../shared/policy.ts';
import type { HttpError } from '../../../http/http-error.ts';

export type RoleName = PolicyView['roles'][number];
export type FlagName = PolicyView['flags'][number];
export type PolicyLine = PolicyView['table'][number];
export type PolicyRow = NonNullable<SituatedPolicyAnswer['row']>;
export type PermittedRoles = z.infer<typeof policyWho>;

export const POLICY_PATH = '/admin/policy';

/** Returns the query of the policy in force. The policy does not change while the server runs. */
export const usePolicy = () =>
  useCustom<PolicyView, HttpError>({
    url: POLICY_PATH,
    method: 'get',
    queryOptions: { staleTime: Infinity },
  }).query;

/** Returns the query of the answer to a question. Sends no request while the question is undefined. */
export const useAnswer = <T extends BaseRecord>(question: object | undefined) =>
  useCustom<T, HttpError>({
    url: `${POLICY_PATH}/ask`,
    method: 'post',
    config: { payload: question },
    errorNotification: false,
    queryOptions: { enabled: question !== undefined, staleTime: Infinity },
  }).query;
