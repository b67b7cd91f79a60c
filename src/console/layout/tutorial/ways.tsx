import { Avatar, Button, Flex, Typography } from 'antd';
import type { GuideFacts, SessionUser } from '../../../shared/session.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import { t } from '../../providers/i18n.ts';
import { captureOf, READS, siteName } from './captured-address.ts';
import { useTutorialCalls } from './tutorial-requests.ts';

const UPLOAD = '/knowledge-base/content/upload';
const ICONS = { link: 'globe', file: 'file', faq: 'question' } as const;

/** The ways to add the first content. The site entered at sign-up comes first until it has been captured. */
export function ContentWays(props: {
  me: SessionUser;
  facts: GuideFacts;
  leaveFor: (to: string, state?: object) => void;
}) {
  const { me, facts, leaveFor } = props;
  const { endOffer } = useTutorialCalls();
  const { website } = me;
  const offered = website !== null && !me.websiteCrawled ? website : null;
  const capture = async (address: string) => {
    // Accepting the offer ends it, so that it is not shown again.
    if (await endOffer()) leaveFor(captureOf(address), READS);
  };
  return (
    <>
      <p>{t('tutorial.content.text')}</p>
      {facts.content && (
        <p role="status">
          <Typography.Text type="success">
            <Icon name="check" size={14} /> {t('tutorial.content.has')}
          </Typography.Text>
        </p>
      )}
      <Flex vertical gap="small">
        {offered && (
          <Way
            icon="globe"
            isMain
            title={t('tutorial.content.own', { site: siteName(offered) })}
            text={t('tutorial.content.ownText')}
            onGo={() => void capture(offered)}
          />
        )}
        {(['link', 'file', 'faq'] as const).map((tab) => (
          <Way
            key={tab}
            icon={ICONS[tab]}
            title={t(`tutorial.content.${tab === 'link' ? (offered ? 'otherSite' : 'site') : tab}`)}
            text={t(`tutorial.content.${tab === 'link' ? 'site' : tab}Text`)}
            onGo={() => leaveFor(`${UPLOAD}?tab=${tab}`)}
          />
        ))}
      </Flex>
    </>
  );
}

/** The last step of the tutorial: test the assistant and install it on the site. */
export function SetupWays({ facts, leaveFor }: { facts: GuideFacts; leaveFor: (to: string) => void }) {
  return (
    <>
      <p>{t('tutorial.setup.text')}</p>
      <Flex vertical gap="small">
        <Way
          icon={facts.preview ? 'check' : 'chat'}
          title={t('tutorial.setup.preview')}
          text={t(facts.preview ? 'tutorial.setup.previewDone' : 'tutorial.setup.previewText')}
          onGo={() => leaveFor('/chat/preview')}
        />
        <Way
          icon={facts.setup ? 'check' : 'code'}
          title={t('tutorial.setup.code')}
          text={t(facts.setup ? 'tutorial.setup.codeDone' : 'tutorial.setup.codeText')}
          onGo={() => leaveFor('/chat/setup')}
        />
      </Flex>
      <p className="small-text">{t('tutorial.setup.again')}</p>
    </>
  );
}

/** A button that folds the tutorial and opens a screen. The tutorial can be resumed from there. */
function Way(props: { icon: IconName; title: string; text: string; isMain?: boolean; onGo: () => void }) {
  return (
    <Button
      block
      size="large"
      className="line-button"
      ghost={props.isMain}
      type={props.isMain ? 'primary' : 'default'}
      onClick={props.onGo}
    >
      <Avatar shape="square" size={36} icon={<Icon name={props.icon} />} />
      <span className="fill">
        <strong>{props.title}</strong>
        <br />
        <span className="small-text">{props.text}</span>
      </span>
      <Icon name="chevronRight" size={14} />
    </Button>
  );
}
