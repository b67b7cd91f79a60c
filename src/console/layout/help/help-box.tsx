import { Button } from 'antd';
import Input from 'antd/es/input/Input';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { MenuIcon } from '../../components/menu-icon.tsx';
import { t } from '../../providers/i18n.ts';
import { closeHelpChat, openHelpChat, useHelp } from '../../state/help-store.ts';
import { useOnDemand } from '../on-demand.ts';
import { NoChat } from './no-chat.tsx';

const loadChat = () => import('./help-chat.tsx').then(({ HelpChat }) => HelpChat);

/** The help chat in the header: an input on wide screens, a button on phones. The chat loads when first opened. */
export function HelpBox({ isPhone }: { isPhone: boolean }) {
  const { isChatOpen, isMissing } = useHelp();
  const [typed, setTyped] = useState('');
  const [isBroken, setIsBroken] = useState(false);
  const inputRef = useRef<{ focus: () => void }>(null);
  // The chat stays mounted after it was opened, so that the conversation continues when it is reopened.
  const wasOpen = useRef(false);
  wasOpen.current ||= isChatOpen;
  const Talk = useOnDemand(loadChat, wasOpen.current && !isBroken, () => setIsBroken(true));
  const close = useCallback(() => {
    setIsBroken(false);
    closeHelpChat();
    inputRef.current?.focus();
  }, []);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    openHelpChat(typed);
    setTyped('');
  };
  if (isMissing && !isChatOpen) return null;
  return (
    <div className="help-box">
      {isPhone ? (
        <Button
          ref={(node) => void (inputRef.current = node)}
          type="text"
          className="header-button"
          icon={<MenuIcon name={isChatOpen ? 'close' : 'chat'} />}
          aria-label={t(isChatOpen ? 'layout.help.close' : 'layout.help.open')}
          aria-expanded={isChatOpen}
          onClick={() => (isChatOpen ? close() : openHelpChat())}
        />
      ) : (
        <form onSubmit={ask}>
          <Input
            ref={(node) => void (inputRef.current = node)}
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
            onKeyDown={(event) => event.key === 'Escape' && isChatOpen && close()}
          />
        </form>
      )}
      {isChatOpen && isBroken && <NoChat again={() => setIsBroken(false)} close={close} />}
      {Talk && <Talk isOpen={isChatOpen} isPhone={isPhone} close={close} />}
    </div>
  );
}
