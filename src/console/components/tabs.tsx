import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './tabs.css';

export interface Tab<N extends string> {
  name: N;
  label: string;
  icon: IconName;
}

/** Tabs of which one is open; arrows move between them (WAI-ARIA: tabs, opened as they take the focus). */
export function Tabs<N extends string>(props: {
  label: string;
  tabs: readonly Tab<N>[];
  open: N;
  onOpen: (name: N) => void;
  children: ReactNode;
}) {
  const { tabs, open, onOpen } = props;
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = tabs.findIndex(({ name }) => name === open);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onOpen(next.name);
    list.current?.querySelector<HTMLElement>(`#tab-${next.name}`)?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={props.label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ name, label, icon }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            className="tab"
            aria-selected={name === open}
            aria-controls="tab-panel"
            tabIndex={name === open ? 0 : -1}
            onClick={() => name !== open && onOpen(name)}
          >
            <Icon name={icon} /> {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${open}`} key={open}>
        {props.children}
      </div>
    </>
  );
}
