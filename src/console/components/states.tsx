import { Alert, Button, Empty, Flex } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../providers/i18n.ts';
import { ButtonLink } from './button-link.tsx';
import { Drawing, type DrawingName } from './drawings.tsx';
import { Icon } from './icon.tsx';
import { isNotFound, panelSentence } from './notices.ts';
import { Skeleton } from './skeleton.tsx';
import './components.css';

/** Shown where there is no content: a drawing, what belongs there, and the next step. */
export function EmptyState(props: { drawing?: DrawingName; title: string; text?: ReactNode; action?: ReactNode }) {
  return (
    <Empty
      className="state"
      image={<Drawing name={props.drawing ?? (props.action ? 'empty' : 'paper')} />}
      description={
        <>
          <h2>{props.title}</h2>
          {props.text && <p>{props.text}</p>}
        </>
      }
    >
      {props.action && (
        <Flex wrap justify="center" gap="small">
          {props.action}
        </Flex>
      )}
    </Empty>
  );
}

/** Shown when the search or a filter hides all rows. */
export function NothingMatches({ clear }: { clear: () => void }) {
  return (
    <EmptyState
      drawing="search"
      title={t('resource.noMatch.title')}
      text={t('resource.noMatch.text')}
      action={<Button onClick={clear}>{t('resource.clearFilters')}</Button>}
    />
  );
}

/** What the states need of a query of Refine or TanStack Query. */
export interface QueryState<T = unknown> {
  data?: T;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Returns the state of two queries that a screen needs together. */
export const both = (one: QueryState, other: QueryState): QueryState => ({
  error: one.error ?? other.error,
  isFetching: one.isFetching || other.isFetching,
  refetch: () => Promise.all([one.refetch(), other.refetch()]),
});

/**
 * Renders `children` with the response of a query. Until it arrives, shows `waiting` or, after an error, the reason. If
 * a later refetch fails, `isRefreshed` adds a notice above the children.
 */
export function Loaded<T>(props: {
  query: QueryState<T>;
  waiting?: ReactNode;
  /** The lines that stand in for the response, without another `waiting`. */
  rows?: number;
  back?: string;
  isRefreshed?: boolean;
  children: (response: T) => ReactNode;
}) {
  const { query, rows = 6, waiting = <Skeleton rows={rows} />, back, isRefreshed, children } = props;
  const { data, error } = query;
  if (data === undefined) return error ? <LoadError query={query} back={back} /> : waiting;
  return (
    <>
      {isRefreshed && error && <StaleNotice query={query} />}
      {children(data)}
    </>
  );
}

/**
 * Shown instead of content that could not be loaded, with the reason and a button to try again. After a 404, it links
 * `back` to the list instead, because trying again would not help.
 */
export function LoadError({ query, back }: { query: QueryState; back?: string }) {
  const isMissing = isNotFound(query.error);
  return (
    <div role="alert">
      {isMissing ? (
        <EmptyState
          drawing="search"
          title={t('resource.gone.title')}
          text={t('resource.gone.text')}
          action={back && <ButtonLink to={back}>{t('resource.gone.back')}</ButtonLink>}
        />
      ) : (
        <EmptyState
          drawing="broken"
          title={t('resource.failed.title')}
          text={panelSentence(query.error)}
          action={
            <Button onClick={() => void query.refetch()} loading={query.isFetching} icon={<Icon name="refresh" />}>
              {t('resource.again')}
            </Button>
          }
        />
      )}
    </div>
  );
}

/** Shown above rows that could not be refreshed. */
export function StaleNotice({ query }: { query: QueryState }) {
  return (
    <Alert
      className="stale"
      type="warning"
      role="status"
      showIcon
      message={t('resource.stale')}
      action={
        <Button type="link" size="small" onClick={() => void query.refetch()} loading={query.isFetching}>
          {t('resource.again')}
        </Button>
      }
    />
  );
}
