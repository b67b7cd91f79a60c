import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { contexts as contextsResource } from '../../../resources/contexts.ts';
import { DROPDOWN_MAX_HEIGHT } from '../../shared/constants.ts';
import type { SessionContext } from '../../shared/session.ts';
import { useAsk } from '../providers/policy.tsx';
import { useCurrentContext } from '../session/current-context.tsx';
import { findContexts, indentOf } from './context-list.ts';
import { MenuIcon } from './menu-icon.tsx';
import { moveFocus, usePopup } from './popup.ts';
import { Tip } from './tip.tsx';

/** From this many on, the list has a search. */
const MANY = 8;

/** The context that the screens work in, and the way to another. */
export function ContextSelector() {
  const { t } = useTranslation();
  const { current, contexts, select, refresh, isLoading, error } = useCurrentContext();
  const { isOpen, setIsOpen, close, frame, button } = usePopup();
  const ask = useAsk();
  const pick = (id: string) => {
    select(id);
    close();
  };
  const tip = (
    <>
      {t('layout.context.tip')} <Link to="/contexts">{t('layout.context.manage')}</Link>
    </>
  );
  // Staff who may not open a context have none to choose.
  if (ask?.(contextsResource.name, 'list').can === false) return null;
  if (contexts.length === 0) {
    if (isLoading) return <span className="context-none">{t('layout.context.loading')}</span>;
    if (!error) return <span className="context-none">{t('layout.context.none')}</span>;
    return (
      <button type="button" className="context-button" onClick={() => void refresh()}>
        <MenuIcon name="warning" size={16} />
        <span className="context-name">{t('layout.context.failed')}</span>
      </button>
    );
  }
  return (
    <div className="context-selector" ref={frame}>
      <Tip title={tip} isOff={isOpen}>
        <button
          ref={button}
          type="button"
          className="context-button"
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          aria-label={t('layout.context.label', { name: current?.name })}
          onClick={() => setIsOpen(!isOpen)}
        >
          <MenuIcon name="contexts" size={16} />
          <span className="context-name">{current?.name}</span>
          <MenuIcon name="chevron" size={14} />
        </button>
      </Tip>
      {isOpen && <ContextPanel contexts={contexts} currentId={current?.id} pick={pick} close={close} />}
    </div>
  );
}

function ContextPanel(props: {
  contexts: readonly SessionContext[];
  currentId: string | undefined;
  pick: (id: string) => void;
  close: () => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { contexts, currentId } = props;
  const found = findContexts(contexts, typed);
  const hasSearch = contexts.length >= MANY;
  const onEnter = (event: KeyboardEvent) => {
    const first = found[0];
    if (event.key === 'Enter' && typed.trim() !== '' && first) props.pick(first.id);
  };
  return (
    <div className="popup context-panel" onKeyDown={(event) => moveFocus(event, '[role="option"]')}>
      {hasSearch && (
        <div className="context-search">
          <MenuIcon name="search" size={16} />
          <input
            autoFocus
            value={typed}
            placeholder={t('layout.context.search')}
            aria-label={t('layout.context.search')}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onEnter}
          />
        </div>
      )}
      <div
        role="listbox"
        aria-label={t('layout.context.list')}
        className="context-list"
        style={{ maxHeight: DROPDOWN_MAX_HEIGHT }}
      >
        {found.map((context) => (
          <button
            key={context.id}
            type="button"
            role="option"
            aria-selected={context.id === currentId}
            autoFocus={!hasSearch && context.id === currentId}
            className="context-option"
            style={{ paddingLeft: 12 + (typed === '' ? indentOf(context) * 16 : 0) }}
            onClick={() => props.pick(context.id)}
          >
            <span>{context.name}</span>
            {context.id === currentId && <MenuIcon name="check" size={16} />}
          </button>
        ))}
        {found.length === 0 && <p className="context-nothing">{t('layout.context.nothing')}</p>}
      </div>
      <Link className="popup-foot" to="/contexts" onClick={props.close}>
        {t('layout.context.manage')}
      </Link>
    </div>
  );
}
