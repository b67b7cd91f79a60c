import { Button, Flex, Input, type InputRef, Modal } from 'antd';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import messages from '../../../../locales/pt-BR/palette.json';
import { useFocusBack } from '../../components/focus-back.ts';
import { MenuIcon } from '../../components/menu-icon.tsx';
import { accessTokenKey } from '../../session/session-key.ts';
import { openHelpChat } from '../../state/help-store.ts';
import { KEYS, readJson, writeKey } from '../../state/store.ts';
import { useCommands } from './commands.ts';
import { allSections, type PaletteEntry, type Section, sectionsFor } from './entry.ts';
import { useFoundEntries } from './found.ts';

const LIST = 'palette-list';
const idOf = (at: number) => `palette-${at}`;

/** The command palette: finds screens, contexts, contents, conversations and actions by a few letters. */
export function Palette({ close }: { close: () => void }) {
  useFocusBack();
  const field = useRef<InputRef>(null);
  const [typed, setTyped] = useState('');
  const { sections, isAsking } = useSections(typed);
  const entries = sections.flatMap((section) => section.entries);
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(0, entries.length - 1));
  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    if (entry.group !== 'ask') keepRecent(entry.id);
    // Closes first. A dialog opened by the entry then returns the focus to where it was before the palette.
    close();
    entry.run();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      return choose(entries[at]);
    }
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    if (next === undefined || entries.length === 0) return;
    event.preventDefault();
    const isStep = Math.abs(next - at) === 1;
    const last = entries.length - 1;
    setChosen(isStep ? (next + entries.length) % entries.length : Math.min(last, Math.max(0, next)));
  };
  return (
    <Modal
      open
      rootClassName="palette"
      width={640}
      footer={null}
      closable={false}
      transitionName=""
      onCancel={close}
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
      // Names the dialog for screen readers; antd ignores `aria-label`.
      title={messages.label}
      styles={{ header: { display: 'none' } }}
    >
      <Flex vertical className="palette-frame">
        <Flex align="center" flex="none" className="palette-field">
          <Input
            ref={field}
            variant="borderless"
            size="large"
            prefix={<MenuIcon name="search" size={18} />}
            role="combobox"
            aria-expanded
            aria-controls={LIST}
            aria-autocomplete="list"
            aria-activedescendant={entries.length > 0 ? idOf(at) : undefined}
            aria-label={messages.label}
            placeholder={messages.placeholder}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setChosen(0);
            }}
            onKeyDown={onKey}
          />
          <Button type="text" aria-label={messages.keys.close} icon={<MenuIcon name="close" />} onClick={close} />
        </Flex>
        <div className="palette-progress" data-on={isAsking} />
        <Results sections={sections} at={at} setChosen={setChosen} choose={choose} />
        <p className="unseen" role="status">
          {typed.trim() !== '' && !isAsking && countOf(entries.length)}
        </p>
        <Flex component="footer" flex="none" gap="middle" className="palette-keys cell-small" aria-hidden>
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {messages.keys.move}
          </span>
          <span>
            <kbd>Enter</kbd> {messages.keys.choose}
          </span>
          <span>
            <kbd>Esc</kbd> {messages.keys.close}
          </span>
        </Flex>
      </Flex>
    </Modal>
  );
}

const countOf = (count: number) =>
  (count === 1 ? messages.count_one : messages.count_other).replace('{{count}}', String(count));

/** Returns the sections for the typed text. The last one sends the text to the help chat. */
function useSections(typed: string): { sections: Section[]; isAsking: boolean } {
  const commands = useCommands();
  const found = useFoundEntries(typed);
  const [recent] = useState(recentIds);
  const question = typed.trim();
  const sections = useMemo(() => {
    if (question === '') return allSections(commands, recent);
    const label = messages.ask.replace('{{question}}', question);
    const ask: PaletteEntry = { id: 'ask', group: 'ask', icon: 'chat', label, run: () => openHelpChat(question) };
    return [...sectionsFor(question, commands, found.entries, recent), { name: 'ask' as const, entries: [ask] }];
  }, [question, commands, found.entries, recent]);
  return { sections, isAsking: found.isAsking };
}

function Results(props: {
  sections: readonly Section[];
  at: number;
  setChosen: (at: number) => void;
  choose: (entry: PaletteEntry) => void;
}) {
  const { sections, at, setChosen, choose } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${idOf(at)}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [at, sections]);
  let count = 0;
  return (
    <div ref={list} id={LIST} className="palette-list" role="listbox" aria-label={messages.list}>
      {sections.map(({ name, entries }) => (
        <div key={name} role="group" aria-labelledby={`palette-group-${name}`}>
          <div id={`palette-group-${name}`} className="palette-group cell-small" role="presentation">
            {messages.groups[name]}
          </div>
          {entries.map((entry) => {
            const here = count++;
            return (
              <Flex
                key={entry.id}
                align="center"
                gap={12}
                id={idOf(here)}
                role="option"
                aria-selected={here === at}
                className="palette-option"
                // Keeps the focus in the input.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => here !== at && setChosen(here)}
                onClick={() => choose(entry)}
              >
                <MenuIcon name={entry.icon} />
                <span className="cell-line fill">{entry.label}</span>
                {entry.hint && <span className="cell-line small-text palette-hint">{entry.hint}</span>}
              </Flex>
            );
          })}
        </div>
      ))}
    </div>
  );
}

const MAX_RECENT = 8;

interface RecentEntries {
  session: string;
  ids: string[];
}

function read(): RecentEntries {
  const session = accessTokenKey();
  const stored = readJson<RecentEntries>(KEYS.recentPlaces);
  // Each session has its own list: staff in a customer's account do not share choices with the customer.
  return stored?.session === session && Array.isArray(stored.ids) ? stored : { session, ids: [] };
}

/** Returns the ids of the last chosen entries, latest first. */
const recentIds = (): string[] => read().ids;

/** Stores the id of a chosen entry on this device until the session ends. */
function keepRecent(id: string): void {
  const { session, ids } = read();
  const recentIds = [id, ...ids.filter((other) => other !== id)].slice(0, MAX_RECENT);
  writeKey(KEYS.recentPlaces, JSON.stringify({ session, ids: recentIds }));
}
