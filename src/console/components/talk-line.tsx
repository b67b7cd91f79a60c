import type { ReactNode } from 'react';
import type { TalkMessage } from '../../shared/handover.ts';
import { t } from '../providers/i18n.ts';
import { MomentText } from './moment-text.tsx';
import './talk-line.css';

export type TalkLineProps = Pick<TalkMessage, 'text' | 'at'> & {
  author: TalkMessage['author'] | 'assistant';
  /** Who wrote it, or whom a change of state is about. */
  name: string;
  /** Shown below. */
  children?: ReactNode;
};

/** A message of a talk between a visitor and a person, a note, or a change of its state. Needs the `inbox` texts. */
export function TalkLine({ author, name, text, at, children }: TalkLineProps) {
  if (author === 'system') return <p className="talk-system">{t(`inbox.system.${text}`, { person: name })}</p>;
  return (
    <div className={`talk-message talk-${author}`}>
      <span className="talk-name">
        {author === 'note' ? `${t('inbox.note')} · ${name}` : name} · <MomentText iso={at} />
      </span>
      <div className="talk-bubble">{text}</div>
      {children}
    </div>
  );
}
