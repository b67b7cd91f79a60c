import { useTranslation } from 'react-i18next';
import type { HeldBack } from '../../shared/chat-protocol.ts';
import './components.css';

/** The sentences of a model that no visitor read, each with what no content supports in it. */
export function HeldBackNotice({ heldBack = [] }: { heldBack?: readonly HeldBack[] | undefined }) {
  const { t } = useTranslation();
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
