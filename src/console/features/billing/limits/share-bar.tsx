import { Flex, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../components/format-figures.ts';

const percentOf = (part: number, all: number) => Math.min(100, all > 0 ? (part / all) * 100 : 0);

function colorOf(used: number, limit: number): string {
  const share = limit > 0 ? used / limit : 1;
  return `var(--${share >= 0.9 ? 'danger' : share >= 0.6 ? 'attention' : 'primary'})`;
}

/** Two bars: the used part of a limit and, below, the part assigned to child contexts. Shows nothing without a limit. */
export function ShareBar({ used, spread, limit }: { used: number; spread: number; limit: number | null }) {
  const { t } = useTranslation();
  if (limit === null) return null;
  const values = { used: formatNumber(used), spread: formatNumber(spread), limit: formatNumber(limit) };
  const bar = (part: number, color: string) => (
    <Progress percent={percentOf(part, limit)} showInfo={false} size={{ height: 4 }} strokeColor={color} />
  );
  return (
    <Flex vertical gap={3} role="img" aria-label={t('credit-limits.bar', values)} className="share">
      {bar(used, colorOf(used, limit))}
      {bar(spread, 'var(--information)')}
    </Flex>
  );
}
