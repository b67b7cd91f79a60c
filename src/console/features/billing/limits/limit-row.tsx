import { Button, InputNumber } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/icon.tsx';
import { LIMIT_MAX, type Row } from './draft.ts';
import { ShareBar } from './share-bar.tsx';
import { writtenCredits } from './written-credits.ts';

/** One context in the tree: its limit, and what of it is used, spread and left. `onChange` is missing for who only reads. */
export function LimitRow(props: { row: Row; onChange?: (limit: number | null) => void; onEvenly: () => void }) {
  const { row, onChange } = props;
  const { t } = useTranslation();
  const id = useId();
  const label = t('credit-limits.limitOf', { name: row.name });
  return (
    <li className="limit-row" data-fault={row.fault !== null} style={{ '--depth': row.depth } as never}>
      <div className="limit-name">
        <span title={row.name}>{row.name}</span>
        {onChange && row.hasChildren && row.limit !== null && (
          <Button
            type="link"
            size="small"
            aria-label={t('credit-limits.evenlyOf', { name: row.name })}
            onClick={props.onEvenly}
          >
            {t('credit-limits.evenly')}
          </Button>
        )}
      </div>
      <div className="limit-use">
        <ShareBar used={row.used} spread={row.spread} limit={row.limit} />
        <Amounts row={row} />
      </div>
      <div className="limit-input">
        {onChange ? (
          <InputNumber<number>
            aria-label={label}
            aria-describedby={row.fault ? id : undefined}
            value={row.limit}
            status={row.fault ? 'error' : undefined}
            placeholder={t('credit-limits.boundless')}
            decimalSeparator=","
            controls={false}
            onChange={onChange}
          />
        ) : (
          <span>{row.limit === null ? t('credit-limits.boundless') : writtenCredits(row.limit)}</span>
        )}
      </div>
      {row.fault && (
        <p className="limit-fault" id={id} role="alert">
          <Icon name="warning" size={14} /> <Fault fault={row.fault} />
        </p>
      )}
    </li>
  );
}

function Fault({ fault }: { fault: NonNullable<Row['fault']> }) {
  const { t } = useTranslation();
  if (fault.kind === 'invalid') return t('credit-limits.invalid', { max: writtenCredits(LIMIT_MAX) });
  const spread = writtenCredits(fault.spread);
  const limit = writtenCredits(fault.limit);
  return t(`credit-limits.over.${fault.kind}`, { spread, limit, name: fault.name });
}

function Amounts({ row: { used, spread, left } }: { row: Row }) {
  const { t } = useTranslation();
  const parts = [
    t('credit-limits.used', { used: writtenCredits(used) }),
    ...(spread > 0 ? [t('credit-limits.spread', { spread: writtenCredits(spread) })] : []),
    ...(left === null
      ? []
      : [left > 0 ? t('credit-limits.left', { left: writtenCredits(left) }) : t('credit-limits.nothingLeft')]),
  ];
  return <span className="limit-amounts">{parts.join(' · ')}</span>;
}
