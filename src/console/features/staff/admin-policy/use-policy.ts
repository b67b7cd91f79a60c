import { type BaseRecord, type HttpError, useCustom } from '@refinedev/core';
import type { z } from 'zod';
import type { PolicyView, policyWho, SituatedPolicyAnswer } from '../../../../shared/policy.ts';
import { useGet } from '../../../components/use-get.ts';

export type RoleName = PolicyView['roles'][number];
export type PolicyLine = PolicyView['table'][number];
export type PolicyRow = NonNullable<SituatedPolicyAnswer['row']>;
export type PermittedRoles = z.infer<typeof policyWho>;

export const POLICY_PATH = '/admin/policy';

/** How long an answer is considered fresh (ms). The server can put another version in force while it runs. */
const STALE_MS = 60_000;

/** Returns the query of the policy in force. */
export const usePolicy = () => useGet<PolicyView>(POLICY_PATH, { staleTime: STALE_MS });

/** Returns the query of the answer to a question. Sends no request while the question is undefined. */
export const useAnswer = <T extends BaseRecord>(question: object | undefined) =>
  useCustom<T, HttpError>({
    url: `${POLICY_PATH}/ask`,
    method: 'post',
    config: { payload: question },
    errorNotification: false,
    queryOptions: { enabled: question !== undefined, staleTime: STALE_MS },
  }).query;
