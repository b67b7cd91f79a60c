import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { EmbeddedLoad, LoadCheck } from '../../../../shared/embedded-load.ts';
import { formatCount } from '../../../components/format.ts';

const GIB = 1024 ** 3;
/** Returns a figure as people read it: gigabytes, passages, or percent. */
const shown: Record<keyof EmbeddedLoad, (value: number) => string> = {
  bytes: (bytes) => formatCount(Math.round((bytes / GIB) * 10) / 10),
  passages: (passages) => formatCount(passages),
  slowShare: (share) => formatCount(Math.round(share * 1_000) / 10),
};

/** Says that the embedded database has reached a limit, which one, and what to do. Renders nothing otherwise. */
export function TimeToMove({ check }: { check: LoadCheck | null | undefined }) {
  const { t } = useTranslation();
  if (!check || check.exceeded.length === 0) return null;
  const reasons = check.exceeded.map((name) =>
    t(`queue.move.reasons.${name}`, { value: shown[name](check.load[name]), limit: shown[name](check.limits[name]) }),
  );
  return (
    <Alert
      className="page-part"
      type="warning"
      showIcon
      message={t('queue.move.title')}
      description={[...reasons, t('queue.move.action')].join(' ')}
    />
  );
}
