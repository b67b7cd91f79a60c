import type { ReactNode } from 'react';
import type { SessionContext } from '../../shared/session.ts';
import { t } from '../providers/i18n.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { ButtonLink } from './button-link.tsx';
import { Icon } from './icon.tsx';
import { Skeleton, SkeletonLine } from './skeleton.tsx';
import { EmptyState, LoadError } from './states.tsx';

/** Renders its children for the current context. Shows `waiting` while it loads, an empty state if there is none. */
export function NeedsContext(props: { children: (context: SessionContext) => ReactNode; waiting?: ReactNode }) {
  const { current, isLoading, error, refresh } = useCurrentContext();
  const canCreate = useAllowed('contexts', 'create');
  if (current) return props.children(current);
  if (isLoading) return props.waiting ?? <Skeleton rows={6} />;
  if (error) return <LoadError query={{ error, isFetching: false, refetch: refresh }} />;
  return (
    <EmptyState
      title={t('resource.noContext.title')}
      text={t('resource.noContext.text')}
      action={
        canCreate && (
          <ButtonLink to="/contexts/new" type="primary" icon={<Icon name="add" />}>
            {t('resource.noContext.action')}
          </ButtonLink>
        )
      }
    />
  );
}

/** Returns the sentence about a page's purpose with the name of the current context; none without a context. */
export function useContextIntro(key: string): ReactNode {
  const { current, isLoading } = useCurrentContext();
  return current ? t(key, { context: current.name }) : isLoading && <SkeletonLine />;
}
