import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { StatusDot, type StatusTone } from '../../../components/status-dot.tsx';
import type { Context } from './context-tree.ts';

const TONES: Record<Context['status'], StatusTone> = { ready: 'good', learning: 'moving', waiting: 'waiting' };

export function ContextStatus({ status }: { status: Context['status'] }) {
  const { t } = useTranslation();
  return <StatusDot tone={TONES[status]}>{t(`contexts.options.status.${status}`)}</StatusDot>;
}

/** Returns the number of a context's contents as text. A context without contents may answer with inherited ones. */
export const contentsText = (t: TFunction, { contents, status }: Context): string =>
  contents === 0 && status === 'ready' ? t('contexts.inheritedOnly') : t('contexts.contents', { count: contents });
