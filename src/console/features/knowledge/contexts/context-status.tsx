import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import type { Context } from './context-tree.ts';

const TONES: Record<Context['status'], Tone> = { ready: 'good', learning: 'moving', waiting: 'waiting' };

/** Whether a context answers yet. */
export function ContextStatus({ status }: { status: Context['status'] }) {
  const { t } = useTranslation();
  return <StatusDot tone={TONES[status]}>{t(`contexts.options.status.${status}`)}</StatusDot>;
}

/** How many contents a context has; one without any may still answer with what it inherits. */
export const writtenContents = (t: TFunction, { contents, status }: Context): string =>
  contents === 0 && status === 'ready' ? t('contexts.inheritedOnly') : t('contexts.contents', { count: contents });
