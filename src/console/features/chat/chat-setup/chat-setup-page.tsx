import { Alert, Card, Flex, Segmented, Steps, Typography } from 'antd';
import { useState } from 'react';
import type { WidgetInstallation } from '../../../../shared/appearance-editing.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { useContextIntro } from '../../../components/needs-context.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SwitchLine } from '../../../components/page-section.tsx';
import { Loaded, LoadError } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { relativeDate } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { NeedsContent } from '../../../resource/needs-content.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { AllowButton, AllowedSites, CheckSite, useOwnOrigin } from './allowed-sites.tsx';
import { CopyButton, IdentifyVisitors, Snippet } from './identify-visitors.tsx';
import { type SiteList, useInstallation } from './installation.ts';
import '../chat.css';

/** The `Origin` header of a page without an origin, such as a local file. */
const NO_ORIGIN = 'null';

/** Shows which site was refused the widget, when and why, and lets the user allow it. */
function RefusedSite({ refused, ...sites }: SiteList & Pick<WidgetInstallation, 'refused'>) {
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
        <Flex vertical align="flex-start" gap={10}>
          <p>{t('chat-setup.refused.text', { when })}</p>
          <AllowButton {...sites} origin={origin} />
        </Flex>
      }
    />
  );
}

const PLATFORMS = ['html', 'wordpress', 'wix', 'nuvemshop', 'shopify', 'gtm'] as const;
type Platform = (typeof PLATFORMS)[number];

function InstallGuides() {
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
        <Flex vertical component="ol" gap={6} style={{ margin: 0, paddingLeft: 20 }} aria-live="polite">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </Flex>
      </Card>
    </>
  );
}

export function ChatSetupPage() {
  const { current } = useCurrentContext();
  // This request runs in parallel with the check for content.
  const query = useInstallation(current?.id);
  return (
    <PageFrame
      title={t('chat-setup.title')}
      intro={useContextIntro('chat-setup.intro')}
      action={<ButtonLink to="/chat/preview">{t('chat-setup.test')}</ButtonLink>}
    >
      <NeedsContent>
        {({ id }) => (
          <Loaded query={query} rows={10}>
            {({ data }) => <Installing key={id} contextId={id} installation={data} />}
          </Loaded>
        )}
      </NeedsContent>
    </PageFrame>
  );
}

function Installing({ contextId, installation }: { contextId: string; installation: WidgetInstallation }) {
  const own = useOwnOrigin();
  const { snippet, origins, version, lastSeenAt, refused } = installation;
  const sites = { contextId, origins, version };
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
        <RefusedSite {...sites} refused={refused} />
        <AllowedSites {...sites} />
      </>
    ),
    check: (
      <>
        <CheckSite {...sites} suggested={origins[0] ?? own ?? ''} />
        <LastSeen at={lastSeenAt} />
      </>
    ),
  };
  return (
    <>
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
      <PublicPage contextId={contextId} />
    </>
  );
}

function LastSeen({ at }: { at: string | null }) {
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

interface PublicPageState {
  isPublished: boolean;
  url: string;
}

/** Lets the owner publish the questions and answers of a context on a page of their own. */
function PublicPage({ contextId }: { contextId: string }) {
  const canEdit = useAllowed('public-page', 'edit');
  const path = `/contexts/${contextId}/public-page`;
  const query = useGet<PublicPageState>(path);
  const { call, isBusy, answer } = useCall<PublicPageState>();
  const state = answer ?? query.data?.data;
  const publish = (isPublished: boolean) =>
    call({
      url: path,
      method: 'put',
      values: { isPublished },
      successText: t(`chat-setup.publicPage.${isPublished ? 'published' : 'withdrawn'}`),
    });
  if (query.isError) return <LoadError query={query} />;
  return (
    <Card size="small" title={<h2>{t('chat-setup.publicPage.title')}</h2>}>
      <Flex vertical gap={12} align="start">
        <Typography.Text>{t('chat-setup.publicPage.text')}</Typography.Text>
        <SwitchLine
          label={t('chat-setup.publicPage.switch')}
          checked={state?.isPublished ?? false}
          loading={isBusy || query.isPending}
          disabled={!canEdit}
          onChange={publish}
        />
        {state?.isPublished && (
          <>
            <Typography.Text type="secondary">{t('chat-setup.publicPage.on')}</Typography.Text>
            <Flex wrap gap={12} align="center">
              <a href={state.url} target="_blank" rel="noreferrer">
                {t('chat-setup.publicPage.open')}
              </a>
              <CopyButton text={state.url} label={t('chat-setup.publicPage.copy')} />
            </Flex>
          </>
        )}
      </Flex>
    </Card>
  );
}
