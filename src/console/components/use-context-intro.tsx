import type { ReactNode } from 'react';
import { t } from '../providers/i18n.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { SkeletonLine } from './skeleton.tsx';

/** Returns the sentence about a page's purpose with the name of the current context; none without a context. */
export function useContextIntro(key: string): ReactNode {
  const { current, isLoading } = useCurrentContext();
  return current ? t(key, { context: current.name }) : isLoading && <SkeletonLine />;
}
