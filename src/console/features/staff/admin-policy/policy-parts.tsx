import { type BaseRecord, type HttpError, useCustom } from '@refinedev/core';
import { Alert, Flex, Space, Typography } from 'antd';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { PolicyCell, PolicyView, policyWho, SituatedPolicyAnswer } from '../../../../shared/policy.ts';
import { Icon } from '../../../components/icon.tsx';
import { namedAction, namedFlag, namedResource, namedRole, PolicyName } from '../../../components/policy-labels.tsx';
import { useGet } from '../../../components/use-get.ts';
import { t } from '../../../providers/i18n.ts';

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

const SHAPES = {
  yes: 'M2.5 8.5 6.5 12.5 13.5 4',
  plan: 'M8 2.2 13.8 8 8 13.8 2.2 8 8 2.2Z',
  self: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z',
  fresh: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 5v3.5l2 1.5',
  no: 'M4 8h8',
} as const;

/** An answer of the policy. Each kind has its own shape and text, so that it does not depend on colour. */
export function AnswerMark({ answer, flag }: Pick<PolicyCell, 'answer' | 'flag'>) {
  return (
    <Flex gap={4} align="flex-start" className="answer" data-answer={answer}>
      <svg aria-hidden width="14" height="14" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2">
        <path d={SHAPES[answer]} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <span>
        {t(`admin-policy.answers.${answer}`)} {flag && answer === 'plan' && <PolicyName kind="flag" name={flag} />}
      </span>
    </Flex>
  );
}

export function RowText({ row }: { row: PolicyRow }) {
  return (
    <Space size="small" align="baseline" wrap>
      <Typography.Text type="secondary" className="figures">
        {t('admin-policy.line', { line: row.line })}
      </Typography.Text>
      <code>{row.text}</code>
    </Space>
  );
}

/** An action on a resource. */
export const Deed = ({ resource, action }: { resource: string; action: string }) => (
  <span>
    <PolicyName kind="resource" name={resource} /> <Icon name="chevronRight" size={12} />{' '}
    <PolicyName kind="action" name={action} />
  </span>
);

const EVERY = 'every';
const CONDITIONS = ['any', 'self', 'fresh', 'impersonated'];

/** Says what a row grants, and from whom a role has it. */
export function grantSentence(row: PolicyRow, asked: string): string {
  const [, role = '', flag = '', resource = '', action = ''] = row.text.split(',').map((column) => column.trim());
  const condition = CONDITIONS.includes(flag)
    ? t(`admin-policy.conditions.${flag}`)
    : t('admin-policy.conditions.plan', { flag: namedFlag(flag) });
  const values = { role: namedRole(role), condition, resource: namedResource(resource), action: namedAction(action) };
  const grant = t(resource === EVERY ? 'admin-policy.grantsAll' : 'admin-policy.grants', values);
  return asked === role
    ? grant
    : `${grant} ${t('admin-policy.inherits', { role: namedRole(asked), from: namedRole(role) })}`;
}

/** What is wrong with a policy, line by line. */
export function Faults({ title, items }: { title: string; items: readonly ReactNode[] }) {
  const list = (
    <ul>
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
  return <Alert type="error" message={<strong>{title}</strong>} description={items.length > 0 && list} />;
}
