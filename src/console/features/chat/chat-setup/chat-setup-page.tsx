import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionContext } from '../../../../shared/session.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton, SkeletonLine } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { request } from '../../../http/client.ts';
import { FRESH_MS } from '../../../http/fresh.ts';
import { NeedsContent } from '../../../resource/needs-content.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { AllowedSites, useOwnOrigin } from './allowed-sites.tsx';
import { CheckSite } from './check-site.tsx';
import { InstallGuides } from './install-guides.tsx';
import { type Installation, installationKey } from './installation.ts';
import { RefusedSite } from './refused-site.tsx';
import { Snippet } from './snippet.tsx';
import './chat-setup.css';

const installationQuery = (contextId: string) =>
  queryOptions({
    queryKey: installationKey(contextId),
    queryFn: ({ signal }) => request<Installation>(`/contexts/${contextId}/origins`, { signal }),
    staleTime: FRESH_MS,
  });

/** How the assistant gets onto a site: the code, where it goes, and which sites may show it. */
export function ChatSetupPage() {
  const { t } = useTranslation();
  const { current } = useCurrentContext();
  // Asked for while it is being found out whether there is any content: one would else wait for the other.
  useQuery({ ...installationQuery(current?.id ?? ''), enabled: current !== null });
  return (
    <PageFrame
      title={t('chat-setup.title')}
      intro={current ? t('chat-setup.intro', { context: current.name }) : <SkeletonLine />}
      action={<ButtonLink to="/chat/preview">{t('chat-setup.test')}</ButtonLink>}
    >
      <NeedsContent>{(context) => <Steps key={context.id} context={context} />}</NeedsContent>
    </PageFrame>
  );
}

function Steps({ context }: { context: SessionContext }) {
  const own = useOwnOrigin();
  const query = useQuery(installationQuery(context.id));
  if (query.isError && !query.data) {
    return <LoadError error={query.error} again={() => void query.refetch()} busy={query.isFetching} />;
  }
  const installation = query.data;
  if (!installation) return <Skeleton rows={10} />;
  return (
    <ol className="steps">
      <Step name="copy">
        <Snippet code={installation.snippet} />
      </Step>
      <Step name="paste">
        <InstallGuides />
      </Step>
      <Step name="allow">
        <RefusedSite contextId={context.id} installation={installation} />
        <AllowedSites contextId={context.id} origins={installation.origins} />
      </Step>
      <Step name="check">
        <CheckSite
          contextId={context.id}
          origins={installation.origins}
          suggested={installation.origins[0] ?? own ?? ''}
        />
        <Seen at={installation.lastSeenAt} />
      </Step>
    </ol>
  );
}

/** When the widget last answered somebody on a site. */
function Seen({ at }: { at: string | null }) {
  const { t } = useTranslation();
  return (
    <p className="setup-seen">
      {at ? (
        <StatusDot tone="good">
          <span>
            {t('chat-setup.seen')} <MomentText iso={at} />
          </span>
        </StatusDot>
      ) : (
        <StatusDot tone="waiting">
          <span>{t('chat-setup.notSeen')}</span>
        </StatusDot>
      )}
    </p>
  );
}

function Step({ name, children }: { name: 'copy' | 'paste' | 'allow' | 'check'; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <li className="step">
      <h2>{t(`chat-setup.steps.${name}.title`)}</h2>
      <p>{t(`chat-setup.steps.${name}.text`)}</p>
      {children}
    </li>
  );
}
