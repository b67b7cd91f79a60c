import { useList } from '@refinedev/core';
import { Button, Checkbox, Flex, Input } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { preparedAnswers } from '../../../../../resources/prepared-answers.ts';
import { fold } from '../../../../shared/fold.ts';
import { TALK_TEXT_MAX } from '../../../../shared/handover.ts';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../providers/i18n.ts';

type Prepared = RecordOf<typeof preparedAnswers>;
export interface Draft {
  text: string;
  title: string;
}

const SHOWN = 6;
const TYPING_EVERY_MS = 3_000;

/** Returns the prepared answers that a text of `/…` looks for. */
function matchesOf(text: string, prepared: readonly Prepared[]): readonly Prepared[] {
  if (!text.startsWith('/')) return [];
  const wanted = fold(text.slice(1));
  return prepared.filter((one) => fold(`${one.shortcut} ${one.text}`).includes(wanted)).slice(0, SHOWN);
}

/** Where a person writes. Enter sends, Alt and a digit insert a draft, and `/` looks for a prepared answer. */
export function Composer(props: {
  text: string;
  setText: (text: string) => void;
  contextId: string;
  drafts: readonly Draft[];
  send: (text: string, isNote: boolean) => void;
  sign: () => void;
}) {
  const { text, setText, contextId, drafts, send, sign } = props;
  const [isNote, setNote] = useState(false);
  const [at, setAt] = useState(0);
  const signedAt = useRef(0);
  const { result } = useList<Prepared>({
    resource: preparedAnswers.name,
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }],
    pagination: { pageSize: 100 },
  });
  const matches = matchesOf(text, result.data);
  const insert = (next: string) => {
    setText(next);
    setAt(0);
  };
  const write = (next: string) => {
    insert(next);
    if (isNote || next.startsWith('/') || Date.now() - signedAt.current < TYPING_EVERY_MS) return;
    signedAt.current = Date.now();
    sign();
  };
  const submit = () => {
    if (text.trim() === '') return;
    send(text.trim(), isNote);
    setText('');
  };
  const onKey = (event: KeyboardEvent) => {
    const draft = event.altKey && /^Digit[1-9]$/.test(event.code) ? drafts[Number(event.code.slice(5)) - 1] : undefined;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (draft) insert(draft.text);
    else if (matches.length > 0 && move) setAt((at + move + matches.length) % matches.length);
    else if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    else if (matches.length > 0) insert(matches[at]!.text);
    else submit();
    event.preventDefault();
  };
  return (
    <div className="inbox-composer">
      {drafts.length > 0 && !isNote && (
        <ul className="inbox-drafts" aria-label={t('inbox.drafts.title')}>
          {drafts.map((draft, index) => (
            <li key={draft.text}>
              <button
                type="button"
                title={t('inbox.drafts.insert', { key: `Alt+${index + 1}` })}
                onClick={() => insert(draft.text)}
              >
                <kbd className="wide-only">Alt {index + 1}</kbd> <span className="inbox-cut">{draft.text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {text.startsWith('/') && (
        <ul className="inbox-drafts" aria-label={t('inbox.prepared.title')}>
          {matches.length === 0 && <li className="cell-quiet">{t('inbox.prepared.none')}</li>}
          {matches.map((one, index) => (
            <li key={one.id}>
              <button type="button" aria-current={index === at} onClick={() => insert(one.text)}>
                <kbd>/{one.shortcut}</kbd> <span className="inbox-cut">{one.text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Input.TextArea
        className={isNote ? 'inbox-note' : undefined}
        value={text}
        maxLength={TALK_TEXT_MAX}
        autoSize={{ minRows: 2, maxRows: 8 }}
        placeholder={t(isNote ? 'inbox.writeNote' : 'inbox.write')}
        aria-label={t(isNote ? 'inbox.writeNote' : 'inbox.write')}
        onChange={({ target }) => write(target.value)}
        onKeyDown={onKey}
      />
      <Flex justify="space-between" align="center" gap="small">
        <Checkbox checked={isNote} onChange={({ target }) => setNote(target.checked)}>
          {t('inbox.asNote')}
        </Checkbox>
        <Button type="primary" icon={<Icon name="enter" />} disabled={text.trim() === ''} onClick={submit}>
          {t(isNote ? 'inbox.addNote' : 'inbox.send')}
        </Button>
      </Flex>
    </div>
  );
}
