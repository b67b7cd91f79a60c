import { Card, Steps } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SessionContext } from '../../../../shared/session.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton, SkeletonLine } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { NeedsContent } from '../../../resource/needs-content.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { AllowedSites, useOwnOrigin } from './allowed-sites.tsx';
import { CheckSite } from './check-site.tsx';
import { IdentifyVisitors } from './identify-visitors.tsx';
import { InstallGuides } from './install-guides.tsx';
import { useInstallation } from './installation.ts';
import { RefusedSite } from './refused-site.tsx';
import { Snippet } from './snippet.tsx';
import '../chat.css';

/** Explains how to install the chat: the code, where to paste it, which sites may show it, and a check. */
export function ChatSetupPage() {
  const { t } = useTranslation();
  const { current } = useCurrentContext();
  // This request runs in parallel with the check for content.
  useInstallation(current?.id);
  return (
    <PageFrame
      title={t('chat-setup.title')}
      intro={current ? t('chat-setup.intro', { context: current.name }) : <SkeletonLine />}
      action={<ButtonLink to="/chat/preview">{t('chat-setup.test')}</ButtonLink>}
    >
      <NeedsContent>{(context) => <Installing key={context.id} context={context} />}</NeedsContent>
    </PageFrame>
  );
}

function Installing({ context }: { context: SessionContext }) {
  const { t } = useTranslation();
  const own = useOwnOrigin();
  const query = useInstallation(context.id);
  if (query.isError && !query.data) {
    return <LoadError error={query.error} again={() => void query.refetch()} busy={query.isFetching} />;
  }
  const installation = query.data?.data;
  if (!installation) return <Skeleton rows={10} />;
  const { snippet, origins, lastSeenAt } = installation;
  const parts = {
    copy: (
      <>
        <Snippet code={snippet} />
        <IdentifyVisitors contextId={context.id} snippet={snippet} />
      </>
    ),
    paste: <InstallGuides />,
    allow: (
      <>
        <RefusedSite contextId={context.id} installation={installation} />
        <AllowedSites contextId={context.id} origins={origins} />
      </>
    ),
    check: (
      <>
        <CheckSite contextId={context.id} origins={origins} suggested={origins[0] ?? own ?? ''} />
        <LastSeen at={lastSeenAt} />
      </>
    ),
  };
  return (
    <Steps
      direction="vertical"
      className="chat-steps"
      items={(['copy', 'paste', 'allow', 'check'] as const).map((name) => ({
        status: 'wait',
        title: <h2>{t(`chat-setup.steps.${name}.title`)}</h2>,
        description: (
          <>
            <p>{t(`chat-setup.steps.${name}.text`)}</p>
            {parts[name]}
          </>
        ),
      }))}
    />
  );
}

/** Shows when the widget last answered a visitor on a site. */
function LastSeen({ at }: { at: string | null }) {
  const { t } = useTranslation();
  return (
    <Card size="small" className="chat-found">
      <StatusDot tone={at ? 'good' : 'waiting'}>
        <span>
          {at ? (
            <>
              {t('chat-setup.seen')} <MomentText iso={at} />
            </>
          ) : (
            t('chat-setup.notSeen')
          )}
        </span>
      </StatusDot>
    </Card>
  );
}
