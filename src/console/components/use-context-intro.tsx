import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentContext } from '../session/current-context.tsx';
import { SkeletonLine } from './skeleton.tsx';

/** Returns the sentence about a page's purpose with the name of the current context; none without a context. */
export function useContextIntro(key: string): ReactNode {
  const { t } = useTranslation();
  const { current, isLoading } = useCurrentContext();
  return current ? t(key, { context: current.name }) : isLoading && <SkeletonLine />;
}
