import { sentencesOf } from '../../../../search/sentences.ts';
import type { HeldBack } from '../../../../shared/chat-protocol.ts';
import type { Claim } from './claim.ts';
import type { Evidence } from './evidence.ts';
import { unsupportedIn } from './judge-sentence.ts';
import { foldText, readable } from './plain-letters.ts';
import { canClaim, readClaims } from './read-claims.ts';

const YES_OR_NO = /^(?:sim|n[ãa]o|claro|com certeza|isso(?: mesmo)?|exato|exatamente|pode|temos|tem)[,.!]*$/i;

const OPENING =
  /^(?:(?:ola|oi|claro|sim|nao|com certeza|certo|perfeito|bom dia|boa tarde|boa noite|que bom|entendi)\b[^.!?,]{0,20}[,.!]\s*)+/;
/** Only courtesy, or why there is no answer. */
const COURTESY =
  /^(?:ola|oi|bom dia|boa (?:tarde|noite)|obrigad|agradec|por nada|de nada|claro|com certeza|posso|vou|fico|estou|estamos (?:aqui|a disposicao)|se (?:precisar|quiser|tiver)|qualquer duvida|espero|que bom|otim|entendo|desculp|sinto|lament|infelizmente|nao (?:encontr|tenho|sei|consta|localiz)|entre em contato|fale conosco|conte com|ate (?:logo|mais|breve))/;
const SHARED_MIN = 2;

/** Not a question, a courtesy or the introduction of a list. */
function isSubstantive(sentence: string, evidence: Evidence): boolean {
  if (/[?:][\s"”»)*_]*$/.test(sentence)) return false;
  const plain = foldText(sentence.replace(/^[\s\-*_#>•\d.)]+/, ''));
  const withoutOpening = plain.replace(OPENING, '');
  if (COURTESY.test(withoutOpening)) return false;
  return readClaims(sentence).some(({ kind }) => kind !== 'name') || evidence.wordsShared(withoutOpening) >= SHARED_MIN;
}

export type CheckedPiece = string | { instead: string };

interface SupportCheck {
  push(piece: string): CheckedPiece[];
  end(): CheckedPiece[];
  heldBack(): readonly HeldBack[];
  isEmpty(): boolean;
}

/** Its meaning may still change: `15 de` may become a date, `12 reais e` a price with cents. */
const LEAVES_OPEN = /^\s*(?:(?:de|da|do|e|com|a|as|às|até|o|dia)\s+){0,3}$/i;
const UNFINISHED_CLAIM = /(?:r\$|us\$|[$€(+])\s*$|\[[^\]]{0,200}\]?(?:\([^)\s]{0,300})?$/i;

/** A sentence is held back from an unsupported or incomplete claim on; visitors see at most one correction. */
export function checkSupport(evidence: Evidence, isAsking: () => boolean): SupportCheck {
  const accepted: string[] = [];
  let sentence = '';
  let shown = 0;
  let showsWholeSentences = false;
  /** It continues a sentence that was held back. */
  let isGoingOn = false;
  let wasDropped = false;
  let gap = '';
  const heldBack: HeldBack[] = [];

  const standing = () => accepted.join('');

  function drop(claims: readonly Claim[], text: string): CheckedPiece[] {
    if (!isGoingOn)
      heldBack.push({ sentence: text.trim(), claims: claims.map(({ kind, text: of }) => ({ kind, text: of })) });
    showsWholeSentences = wasDropped = true;
    gap = /\n\s*$/.exec(text)?.[0] ?? '';
    // Remove a `Sim!` before it too, which alone would confirm the removed claim.
    const isAnswered = YES_OR_NO.test(accepted.at(-1)?.trim() ?? '');
    if (isAnswered) accepted.pop();
    return isAnswered || shown > 0 ? [{ instead: standing() }] : [];
  }

  function keep(text: string): CheckedPiece[] {
    const last = accepted.at(-1);
    const before = gap !== '' && last && !last.endsWith('\n') ? gap : '';
    const rest = before + text.slice(shown);
    accepted.push(before + text);
    gap = '';
    wasDropped = false;
    return rest === '' ? [] : [rest];
  }

  function close(text: string, goesOn: boolean): CheckedPiece[] {
    const claims = unsupportedIn(text, evidence, { isAsking: isAsking() });
    const pieces = isGoingOn || claims.length > 0 ? drop(claims, text) : keep(text);
    isGoingOn = goesOn && wasDropped;
    shown = Math.max(0, shown - text.length);
    return pieces;
  }

  function push(piece: string): CheckedPiece[] {
    sentence = readable(sentence + piece);
    const pieces: CheckedPiece[] = [];
    for (let [, next] = sentencesOf(sentence); next; [, next] = sentencesOf(sentence)) {
      pieces.push(...close(sentence.slice(0, next.start), next.goesOn));
      sentence = sentence.slice(next.start);
    }
    if (showsWholeSentences) return pieces;
    const upTo = safeLength(sentence, shown, accepted.length === 0, evidence);
    if (upTo > shown) pieces.push(sentence.slice(shown, upTo));
    shown = Math.max(shown, upTo);
    return pieces;
  }

  function end(): CheckedPiece[] {
    const pieces = sentence === '' ? [] : close(sentence, false);
    sentence = '';
    // Remove the introduction of a list without any items left.
    if (!wasDropped || !/:[\s*_]*$/.test(accepted.at(-1) ?? '')) return pieces;
    accepted.pop();
    return [...pieces, { instead: standing() }];
  }

  return {
    push,
    end,
    heldBack: () => heldBack,
    isEmpty: () => heldBack.length > 0 && !accepted.some((text) => isSubstantive(text, evidence)),
  };
}

/** Whole words, up to the first claim that is unsupported or incomplete. */
function safeLength(sentence: string, shown: number, isFirst: boolean, evidence: Evidence): number {
  const tail = sentence.slice(shown);
  // Show the first word at once, without waiting for the second.
  if (isFirst && shown === 0 && /^\s*\p{L}+$/u.test(tail)) return sentence.length;
  const upTo = 1 + sentence.search(/\s\S*$/);
  if (upTo <= shown) return shown;
  const upToClaim = sentence.slice(0, upTo);
  const claimStart = UNFINISHED_CLAIM.exec(upToClaim)?.index ?? upTo;
  if (!canClaim(upToClaim.slice(shown))) return Math.min(claimStart, upTo);
  const isOpen = ({ kind, end }: Claim) => kind !== 'name' && kind !== 'link' && LEAVES_OPEN.test(upToClaim.slice(end));
  const open = readClaims(upToClaim).find(
    (claim) => claim.end > shown && (isOpen(claim) || !(claim.isVague || evidence.supports(claim))),
  );
  return Math.max(shown, Math.min(claimStart, open?.start ?? upTo));
}
