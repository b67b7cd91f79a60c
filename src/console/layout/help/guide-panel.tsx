import { Button, Drawer, Flex, List, Typography } from 'antd';
import { useRef } from 'react';
import { useLocation } from 'react-router';
import guides from '../../../../locales/pt-BR/guides.json';
import messages from '../../../../locales/pt-BR/help.json';
import { resources } from '../../../../resources/index.ts';
import {
  defaultGuide,
  type Guide,
  guideAt,
  type Guides,
  hasDefaultGuide,
  withLimits,
  withListQuestions,
} from '../../../shared/help.ts';
import { ButtonLink } from '../../components/button-link.tsx';
import { useFocusBack } from '../../components/focus-back.ts';
import { MenuIcon } from '../../components/menu-icon.tsx';
import { t } from '../../providers/i18n.ts';
import { useScreenTable } from '../../providers/screens.ts';
import { openHelpChat, useHelp } from '../../state/help-store.ts';
import { usePhone } from '../../theme/use-phone.ts';
import { useScreens } from '../palette/screens.ts';

const screens: Guides = JSON.parse(withLimits(JSON.stringify(guides.screens)));

/** Returns the guide at an address, with the questions about a list if it is of one. */
function guideOf(all: Guides, pathname: string): Guide | undefined {
  const path = guideAt(all, pathname) ?? '';
  const resource = path !== '' && resources.find((one) => one.path === path);
  return all[path] && resource ? withListQuestions(all[path], resource, guides.lists) : all[path];
}

/** Returns the guide of the current screen: its own or, if it has none, the default guide of its resource. */
function useGuide(): Guide | undefined {
  const { pathname } = useLocation();
  const resource = useScreenTable().screenAt(pathname)?.resource;
  if (!resource || !hasDefaultGuide(resource)) return guideOf(screens, pathname);
  const textOf = (key: string) => t(`${resource.name}.${key}`);
  const texts = { title: textOf('title'), intro: textOf('intro'), new: textOf('new') };
  const all = { [resource.path]: defaultGuide(texts, guides.defaults), ...screens };
  return guideOf(all, pathname);
}

/** Shows the guide of the current screen: on the right side or, on phones, over the lower part of the window. */
export function GuidePanel({ close }: { close: () => void }) {
  const { isMissing } = useHelp();
  useFocusBack();
  const isPhone = usePhone();
  const guide = useGuide();
  const text = useRef<HTMLDivElement>(null);
  const ask = () => {
    close();
    openHelpChat();
  };
  return (
    <Drawer
      open
      rootClassName="guide"
      placement={isPhone ? 'bottom' : 'right'}
      height="88dvh"
      width={420}
      onClose={close}
      // antd moves the focus before a drawer that mounts open is in the document, which does nothing.
      afterOpenChange={(isOpen) => isOpen && text.current?.focus()}
      closable={{ 'aria-label': messages.close, placement: 'end' }}
      aria-labelledby="guide-title"
      title={
        <>
          <Typography.Text type="secondary">{messages.eyebrow}</Typography.Text>
          <h2 id="guide-title">{guide?.title ?? messages.eyebrow}</h2>
        </>
      }
      footer={
        !isMissing && (
          <Flex justify="space-between" align="center" wrap gap="small">
            <Typography.Text type="secondary">{messages.ask}</Typography.Text>
            <Button icon={<MenuIcon name="chat" size={16} />} onClick={ask}>
              {messages.askAction}
            </Button>
          </Flex>
        )
      }
    >
      {/* Focusable, so that the keyboard can scroll it. */}
      <div ref={text} tabIndex={0} role="region" aria-labelledby="guide-title">
        {guide ? <GuideText guide={guide} close={close} /> : <p>{messages.none}</p>}
      </div>
    </Drawer>
  );
}

function GuideText({ guide, close }: { guide: Guide; close: () => void }) {
  const reachable = useScreens();
  const related = guide.related.flatMap((path) => reachable.find((screen) => screen.path === path) ?? []);
  return (
    <>
      <Typography.Paragraph type="secondary">{guide.for}</Typography.Paragraph>
      <List
        className="list-flush"
        dataSource={guide.questions}
        renderItem={({ q, a }) => (
          <List.Item key={q}>
            <List.Item.Meta title={q} description={a} />
          </List.Item>
        )}
      />
      {related.length > 0 && (
        <nav aria-label={messages.related}>
          <Typography.Text type="secondary">{messages.related}</Typography.Text>
          {related.map(({ path, label, icon }) => (
            <ButtonLink key={path} to={path} type="text" block icon={<MenuIcon name={icon} />} onNavigate={close}>
              {label}
            </ButtonLink>
          ))}
        </nav>
      )}
    </>
  );
}
