import { Alert, Button, Empty, Flex } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from './button-link.tsx';
import { Drawing, type DrawingName } from './drawings.tsx';
import { Icon } from './icon.tsx';
import { isNotFound, panelSentence } from './notices.ts';
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
 * Shown instead of content that could not be loaded, with the reason and a button that calls `again`. After a 404, it
 * links `back` to the list instead, because trying again would not help.
 */
export function LoadError(props: { error: unknown; again: () => void; busy?: boolean; back?: string }) {
  const { t } = useTranslation();
  const isMissing = isNotFound(props.error);
  return (
    <div role="alert">
      {isMissing ? (
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

/** Shown above rows that could not be refreshed. */
export function StaleNotice({ again, busy }: { again: () => void; busy: boolean }) {
  const { t } = useTranslation();
  return (
    <Alert
      className="stale"
      type="warning"
      role="status"
      showIcon
      message={t('resource.stale')}
      action={
        <Button type="link" size="small" onClick={again} loading={busy}>
          {t('resource.again')}
        </Button>
      }
    />
  );
}
