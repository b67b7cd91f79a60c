import { Alert, Flex, Space, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PolicyCell } from '../../../../shared/policy.ts';
import type { PolicyRow } from './use-policy.ts';

const SHAPES = {
  yes: 'M2.5 8.5 6.5 12.5 13.5 4',
  plan: 'M8 2.2 13.8 8 8 13.8 2.2 8 8 2.2Z',
  self: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z',
  fresh: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 5v3.5l2 1.5',
  no: 'M4 8h8',
} as const;

/** An answer of the policy. Each kind has its own shape and text, so that it does not depend on colour. */
export function AnswerMark({ answer, flag }: Pick<PolicyCell, 'answer' | 'flag'>) {
  const { t } = useTranslation();
  return (
    <Flex gap={6} align="flex-start" className="answer" data-answer={answer}>
      <svg aria-hidden width="14" height="14" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2">
        <path d={SHAPES[answer]} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <span>
        {t(`admin-policy.answers.${answer}`)} {flag && answer === 'plan' && <code>{flag}</code>}
      </span>
    </Flex>
  );
}

export function RowText({ row }: { row: PolicyRow }) {
  const { t } = useTranslation();
  return (
    <Space size="small" align="baseline" wrap>
      <Typography.Text type="secondary" className="figures">
        {t('admin-policy.line', { line: row.line })}
      </Typography.Text>
      <code>{row.text}</code>
    </Space>
  );
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
