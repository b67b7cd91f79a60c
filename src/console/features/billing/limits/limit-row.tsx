import { Button, Flex, Form, Progress, Typography } from 'antd';
import { useId } from 'react';
import { formatCredits, formatNumber } from '../../../../shared/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { NumberInput } from '../../../components/number-input.tsx';
import { t } from '../../../providers/i18n.ts';
import { LIMIT_MAX, type LimitsRow } from './draft.ts';

function colorOf(used: number, limit: number): string {
  const share = limit > 0 ? used / limit : 1;
  return `var(--${share >= 0.9 ? 'danger' : share >= 0.6 ? 'attention' : 'primary'})`;
}

/** Two bars: the used part of a limit and, below, the part assigned to child contexts. Shows nothing without a limit. */
export function ShareBar({ used, spread, limit }: { used: number; spread: number; limit: number | null }) {
  if (limit === null) return null;
  const values = { used: formatCredits(used), spread: formatNumber(spread), limit: formatNumber(limit) };
  const label = t('credit-limits.bar', values);
  const bar = (part: number, color: string) => (
    <Progress
      aria-label={label}
      percent={limit > 0 ? (part / limit) * 100 : 0}
      showInfo={false}
      size={{ height: 4 }}
      strokeColor={color}
    />
  );
  return (
    <Flex vertical gap={3} role="img" aria-label={label} className="share">
      {bar(used, colorOf(used, limit))}
      {bar(spread, 'var(--information)')}
    </Flex>
  );
}

/** One context in the tree: its limit, and how much of it is used, assigned to child contexts and left. */
export function LimitRow({ row, canEdit, onEvenly }: { row: LimitsRow; canEdit: boolean; onEvenly: () => void }) {
  const id = useId();
  const label = t('credit-limits.limitOf', { name: row.name });
  return (
    <li className="limit-row" data-fault={row.fault !== null} style={{ '--depth': row.depth } as never}>
      <Flex wrap align="center" gap="0 8px" className="limit-name">
        <strong>{row.name}</strong>
        {canEdit && row.hasChildren && row.limit !== null && (
          <Button
            type="link"
            size="small"
            style={{ padding: 0 }}
            aria-label={t('credit-limits.evenlyOf', { name: row.name })}
            onClick={onEvenly}
          >
            {t('credit-limits.evenly')}
          </Button>
        )}
      </Flex>
      <Flex vertical gap={6} className="limit-use">
        <ShareBar used={row.used} spread={row.spread} limit={row.limit} />
        <Amounts row={row} />
      </Flex>
      {canEdit ? (
        <Form.Item noStyle name={['limits', row.id]}>
          <NumberInput
            style={{ width: '100%' }}
            aria-label={label}
            aria-describedby={row.fault ? id : undefined}
            status={row.fault ? 'error' : undefined}
            placeholder={t('credit-limits.boundless')}
            controls={false}
          />
        </Form.Item>
      ) : (
        <span>{row.limit === null ? t('credit-limits.boundless') : formatNumber(row.limit)}</span>
      )}
      {row.fault && (
        <Typography.Text type="danger" className="limit-fault" id={id} role="alert">
          <Icon name="warning" size={14} /> <Fault fault={row.fault} />
        </Typography.Text>
      )}
    </li>
  );
}

function Fault({ fault }: { fault: NonNullable<LimitsRow['fault']> }) {
  if (fault.kind === 'invalid') return t('credit-limits.invalid', { max: formatNumber(LIMIT_MAX) });
  const spread = formatNumber(fault.spread);
  const limit = formatNumber(fault.limit);
  return t(`credit-limits.over.${fault.kind}`, { spread, limit, name: fault.name });
}

function Amounts({ row: { used, spread, left } }: { row: LimitsRow }) {
  const parts = [
    t('credit-limits.used', { used: formatCredits(used) }),
    ...(spread > 0 ? [t('credit-limits.spread', { spread: formatNumber(spread) })] : []),
    ...(left === null
      ? []
      : [left > 0 ? t('credit-limits.left', { left: formatCredits(left) }) : t('credit-limits.nothingLeft')]),
  ];
  return <span className="figures cell-quiet">{parts.join(' · ')}</span>;
}
