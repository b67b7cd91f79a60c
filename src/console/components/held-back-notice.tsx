import type { HeldBack } from '../../shared/chat-protocol.ts';
import { t } from '../providers/i18n.ts';
import './components.css';

/** Shows the model's sentences that were withheld from the visitor, each with its unsupported claims. */
export function HeldBackNotice({ heldBack = [] }: { heldBack?: readonly HeldBack[] | undefined }) {
  if (heldBack.length === 0) return null;
  return (
    <div className="held-back">
      <p>{t('chat-preview.why.heldBack', { count: heldBack.length })}</p>
      <ul>
        {heldBack.map(({ sentence, claims }, at) => (
          <li key={at}>
            “{sentence}”{' '}
            <span className="cell-quiet">
              {claims.map(({ kind, text }) => `${t(`chat-preview.why.claims.${kind}`)}: ${text}`).join('; ')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
