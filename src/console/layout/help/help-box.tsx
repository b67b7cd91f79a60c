import { Alert, Button, Flex, Input } from 'antd';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuIcon } from '../../components/menu-icon.tsx';
import { useOnDemand } from '../on-demand.ts';
import { closeTalk, openGuide, openTalk, useHelp } from './help-store.ts';

const loadTalk = () => import('./help-talk.tsx').then(({ HelpTalk }) => HelpTalk);

/** The help chat in the header: an input on wide screens, a button on phones. The chat loads when first opened. */
export function HelpBox({ isPhone }: { isPhone: boolean }) {
  const { t } = useTranslation();
  const { isTalkOpen, isMissing } = useHelp();
  const [typed, setTyped] = useState('');
  const [isBroken, setIsBroken] = useState(false);
  const way = useRef<{ focus: () => void }>(null);
  // The chat stays mounted after it was opened, so that the conversation continues when it is reopened.
  const wasOpen = useRef(false);
  wasOpen.current ||= isTalkOpen;
  const Talk = useOnDemand(loadTalk, wasOpen.current && !isBroken, () => setIsBroken(true));
  const close = () => {
    setIsBroken(false);
    closeTalk();
    way.current?.focus();
  };
  const ask = (event: FormEvent) => {
    event.preventDefault();
    openTalk(typed);
    setTyped('');
  };
  if (isMissing && !isTalkOpen) return null;
  return (
    <div className="help-box">
      {isPhone ? (
        <Button
          ref={(node) => void (way.current = node)}
          type="text"
          className="header-button"
          icon={<MenuIcon name={isTalkOpen ? 'close' : 'chat'} />}
          aria-label={t(isTalkOpen ? 'layout.help.close' : 'layout.help.open')}
          aria-expanded={isTalkOpen}
          onClick={() => (isTalkOpen ? close() : openTalk())}
        />
      ) : (
        <form className="help-field" onSubmit={ask}>
          <Input
            ref={(node) => void (way.current = node)}
            prefix={<MenuIcon name="chat" size={16} />}
            suffix={
              typed.trim() !== '' && (
                <Button
                  type="primary"
                  size="small"
                  htmlType="submit"
                  aria-label={t('layout.help.send')}
                  icon={<MenuIcon name="send" size={14} />}
                />
              )
            }
            value={typed}
            maxLength={500}
            placeholder={t('layout.help.ask')}
            aria-label={t('layout.help.ask')}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && isTalkOpen && close()}
          />
        </form>
      )}
      {isTalkOpen && isBroken && <NoTalk again={() => setIsBroken(false)} close={close} />}
      {Talk && <Talk isOpen={isTalkOpen} isPhone={isPhone} close={close} />}
    </div>
  );
}

/** Shown when the help chat is unavailable. Offers the guide instead. */
export function NoTalk({ text, again, close }: { text?: string; again?: () => void; close: () => void }) {
  const { t } = useTranslation();
  const toGuide = () => {
    close();
    openGuide();
  };
  return (
    <Alert
      className="help-none"
      type="warning"
      message={text ?? t('layout.help.failed')}
      description={
        <Flex wrap gap="small">
          {again && <Button onClick={again}>{t('layout.help.again')}</Button>}
          <Button onClick={toGuide}>{t('layout.help.guide')}</Button>
        </Flex>
      }
    />
  );
}
