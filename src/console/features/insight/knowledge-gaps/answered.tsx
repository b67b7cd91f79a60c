import type { Gap } from '../../../../shared/knowledge-gaps.ts';
import { StatusDot } from '../../../components/status-dot.tsx';
import { t } from '../../../providers/i18n.ts';

/** Poll interval while questions are being grouped or asked again. Hidden browser tabs do not poll. */
export const POLL_MS = 1_500;

export const isRunning = ({ again }: Pick<Gap, 'again'>) => (again?.waiting ?? 0) > 0;

/** Shows how many of a gap's questions are answered now that they were asked again. */
export function Answered({ again }: { again: Gap['again'] }) {
  if (!again) return null;
  if (again.waiting > 0) return <StatusDot tone="moving">{t('knowledge-gaps.asking')}</StatusDot>;
  const { answered, asked } = again;
  const tone = answered === asked ? 'good' : answered === 0 ? 'bad' : 'waiting';
  return <StatusDot tone={tone}>{t('knowledge-gaps.answered', { answered, count: asked })}</StatusDot>;
}
