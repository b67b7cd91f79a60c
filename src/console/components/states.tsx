import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from './button-link.tsx';
import { Drawing, type DrawingName } from './drawings.tsx';
import { Icon } from './icon.tsx';
import { isNotFound, panelSentence } from './notices.ts';
import './states.css';

/** A place with nothing in it: a drawing, what belongs there, and the next step. */
export function EmptyState(props: { drawing?: DrawingName; title: string; text?: ReactNode; action?: ReactNode }) {
  return (
    <div className="state">
      <Drawing name={props.drawing ?? (props.action ? 'empty' : 'paper')} />
      <h2>{props.title}</h2>
      {props.text && <p>{props.text}</p>}
      {props.action && <div className="state-action">{props.action}</div>}
    </div>
  );
}

/** There are rows, but the search or a filter hides them all. */
export function NothingMatches({ clear }: { clear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      drawing="search"
      title={t('resource.noMatch.title')}
      text={t('resource.noMatch.text')}
      action={<Button onClick={clear}>{t('resource.clearFilters')}</Button>}
    />
  );
}

/**
 * What was asked for did not come: why, and once more. What is not there (404) never comes: it is said to be gone, with
 * the way `back` to its list where there is one.
 */
export function LoadError(props: { error: unknown; again: () => void; busy?: boolean; back?: string }) {
  const { t } = useTranslation();
  const isGone = isNotFound(props.error);
  return (
    <div role="alert">
      {isGone ? (
        <EmptyState
          drawing="search"
          title={t('resource.gone.title')}
          text={t('resource.gone.text')}
          action={props.back && <ButtonLink to={props.back}>{t('resource.gone.back')}</ButtonLink>}
        />
      ) : (
        <EmptyState
          drawing="broken"
          title={t('resource.failed.title')}
          text={panelSentence(t, props.error)}
          action={
            <Button onClick={props.again} loading={props.busy} icon={<Icon name="refresh" />}>
              {t('resource.again')}
            </Button>
          }
        />
      )}
    </div>
  );
}

/** Rows are on the screen but the last asking failed: a line above them says so. */
export function StaleNotice({ again, busy }: { again: () => void; busy: boolean }) {
  const { t } = useTranslation();
  return (
    <p className="stale" role="status">
      <Icon name="warning" /> {t('resource.stale')}
      <Button type="link" size="small" onClick={again} loading={busy}>
        {t('resource.again')}
      </Button>
    </p>
  );
}
