import { Alert, Button, Card, Segmented, Steps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { relativeDate } from '../../../components/days.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton, SkeletonLine } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { NeedsContent } from '../../../resource/needs-content.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { AllowedSites, useOwnOrigin } from './allowed-sites.tsx';
import { CheckSite } from './check-site.tsx';
import { IdentifyVisitors } from './identify-visitors.tsx';
import { useInstallation, type WidgetInstallation } from './installation.ts';
import { Snippet } from './snippet.tsx';
import { useSaveSites } from './use-save-sites.ts';
import '../chat.css';

/** The `Origin` header of a page without an origin, such as a local file. */
const NO_ORIGIN = 'null';

/** Shows which site was refused the widget, when and why, and lets the user allow it. */
function RefusedSite({ contextId, installation }: { contextId: string; installation: WidgetInstallation }) {
  const { t } = useTranslation();
  const canEdit = useAllowed('widget-origins', 'edit');
  const { refused, origins } = installation;
  const { allow, isBusy } = useSaveSites(contextId, origins);
  if (!refused) return null;
  const { origin } = refused;
  const when = relativeDate(refused.at, Date.now());
  if (origin === NO_ORIGIN) {
    return <Alert type="warning" showIcon message={t('chat-setup.refused.file', { when })} />;
  }
  return (
    <Alert
      type="warning"
      showIcon
      message={<strong>{t('chat-setup.refused.title', { site: origin })}</strong>}
      // The button is below the text: beside it, a phone has no room for an address.
      description={
        <>
          <p className="chat-refused">{t('chat-setup.refused.text', { when })}</p>
          {canEdit && (
            <Button size="small" loading={isBusy} onClick={() => allow(origin)}>
              {t('chat-setup.addSite')}
            </Button>
          )}
        </>
      }
    />
  );
}

const PLATFORMS = ['html', 'wordpress', 'wix', 'nuvemshop', 'shopify', 'gtm'] as const;
type Platform = (typeof PLATFORMS)[number];

function InstallGuides() {
  const { t } = useTranslation();
  const [platform, setPlatform] = useState<Platform>('html');
  const steps = t(`chat-setup.guides.${platform}.steps`, { returnObjects: true }) as string[];
  return (
    <>
      <div className="scroll-x">
        <Segmented
          aria-label={t('chat-setup.guides.label')}
          value={platform}
          options={PLATFORMS.map((value) => ({ value, label: t(`chat-setup.guides.${value}.name`) }))}
          onChange={setPlatform}
        />
      </div>
      <Card size="small" className="chat-found">
        <ol className="chat-guide" aria-live="polite">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Card>
    </>
  );
}

export function ChatSetupPage() {
  const { t } = useTranslation();
  const { current } = useCurrentContext();
  // This request runs in parallel with the check for content.
  const query = useInstallation(current?.id);
  return (
    <PageFrame
      title={t('chat-setup.title')}
      intro={current ? t('chat-setup.intro', { context: current.name }) : <SkeletonLine />}
      action={<ButtonLink to="/chat/preview">{t('chat-setup.test')}</ButtonLink>}
    >
      <NeedsContent>
        {({ id }) => (
          <Loaded query={query} waiting={<Skeleton rows={10} />}>
            {({ data }) => <Installing key={id} contextId={id} installation={data} />}
          </Loaded>
        )}
      </NeedsContent>
    </PageFrame>
  );
}

function Installing({ contextId, installation }: { contextId: string; installation: WidgetInstallation }) {
  const { t } = useTranslation();
  const own = useOwnOrigin();
  const { snippet, origins, lastSeenAt } = installation;
  const parts = {
    copy: (
      <>
        <Snippet code={snippet} />
        <IdentifyVisitors contextId={contextId} snippet={snippet} />
      </>
    ),
    paste: <InstallGuides />,
    allow: (
      <>
        <RefusedSite contextId={contextId} installation={installation} />
        <AllowedSites contextId={contextId} origins={origins} />
      </>
    ),
    check: (
      <>
        <CheckSite contextId={contextId} origins={origins} suggested={origins[0] ?? own ?? ''} />
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
