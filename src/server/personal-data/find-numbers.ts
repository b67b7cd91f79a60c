import { cnpj, cpf } from 'cpf-cnpj-validator';
import { AREAS } from '../../search/facts/phone-numbers.ts';
import { fold } from '../../search/words.ts';
import type { FoundValue } from './found-value.ts';

type NumberKind = 'cpf' | 'cnpj' | 'card' | 'phone';

/** Digits with what people write between them. A letter before makes it a code, unless it is a label: `cpf123`. */
const RUN =
  /(?:(?<![\p{L}\d_])|(?<=cpf|cnpj|tel|fone|cel|zap|whats|app|wpp|º))[+(]{0,3}\d(?:[^\S\n]{0,2}[.\-‐‑–−/()+]{0,2}[^\S\n]{0,2}\d)*/giu;
/** Bills in their two forms, and the key of an invoice. */
const BILL =
  /^(?:\d{5}\.?\d{5}\s+\d{5}\.?\d{6}\s+\d{5}\.?\d{6}\s+\d\s+\d{14}|(?:\d{11}[-\s]+\d\s*){4}|(?:\d{4}\s+){10}\d{4})$/;
/** Of one number, if each digit stands alone. */
const PIECES_MAX = 14;
const GROUPS_MAX = 6;
const DIGITS_MAX = 19;
const DIGITS_MIN = 8;
const LETTERED_CNPJ = /(?<![\p{L}\d])[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}(?![\p{L}\d])/giu;
const URL = /\bhttps?:\/\/\S+|\bwww\.\S+/giu;
const WHATSAPP_LINK = /(?:wa\.me\/|whatsapp\.com\/send\/?\?phone=)\+?(\d{10,13})(?!\d)/gi;

const LABELS: readonly [NumberKind, RegExp][] = [
  ['cpf', /cpf(?![a-z])/g],
  ['cnpj', /cnpj(?![a-z])/g],
  ['card', /\b(?:cartao|cartoes|visa|master(?:card)?|elo|hipercard)\b/g],
  [
    'phone',
    /\b(?:telefones?|tel|fones?|celular|cel|whats\w*|wpp|zap\w*|lig(?:a|ar|ue|uem)|cham(?:a|ar|e|em)|contato|numero|ddd|sms|retorn(?:a|ar|e|em))\b/g,
  ],
];
const LABEL_BEFORE = 40;
const CODE_WITHIN = 60;
const LABEL_AFTER =
  /^[\s,(–-]*(?:(?:esse|este|isso|e|eh|o|a|meu|minha|do|seria)\s+){0,4}(cpf|cnpj|cartao|telefone|tel|fone|celular|cel|whats\w*|zap\w*|wpp|numero)\b(?!\s+d[eoa]\s+(?:pedido|protocolo|nota))/;

const CODE =
  'pedidos?|protocolos?|notas?|nf-?e?|danfe|codigos?|cod|boletos?|faturas?|rastre[a-z]*|tickets?|chamados?|processos?|matriculas?|contratos?|apolices?|ordem|lotes?|series?|serial|sku|eans?|gtin|ref|referencia|reservas?|localizador|vouchers?|cupo(?:m|ns)|transac[a-z]+|autorizac[a-z]+|comprovantes?|nsu|imei|linha digitavel|chave (?:da nota|de acesso)|cep|inscric[a-z]+|isbn|patrimonio';
const FILLER =
  'n|no|nr|num|numero|id|de|do|da|o|e|eh|foi|barras|fiscal|fiscais|atendimento|servico|compra|venda|rastreio|rastreamento|cliente|acesso|produto|peca';
/** What a number right after is: `pedido nº 84…`, `o código do cliente é …`. */
const CODE_BEFORE = new RegExp(`(?:^|[^a-z])(?:${CODE})(?:[\\s:#.º°(-]|(?:${FILLER})(?![a-z]))*$`);

const kindOfWord = (word: string): NumberKind =>
  word === 'cpf' || word === 'cnpj' ? word : word === 'cartao' ? 'card' : 'phone';

/** The nearest one in the same sentence. */
function labelBefore(text: string, start: number): NumberKind | undefined {
  const near = text.slice(Math.max(0, start - LABEL_BEFORE), start);
  // Long rows of digits have many starts.
  if (!/\p{L}/u.test(near)) return undefined;
  const before = fold(near).replace(/^[\s\S]*(?:[!?;\n]|\.\s)/, '');
  let label: NumberKind | undefined;
  let nearest = -1;
  for (const [kind, pattern] of LABELS) {
    for (const { index } of before.matchAll(pattern)) if (index > nearest) [label, nearest] = [kind, index];
  }
  return label;
}

function labelAfter(text: string, end: number): NumberKind | undefined {
  const after = LABEL_AFTER.exec(fold(text.slice(end, end + LABEL_BEFORE)));
  return after ? kindOfWord(after[1]!) : undefined;
}

/** Also a further one in a list, which is as long: `pedidos 123 e 456`. */
function isAfterCode(text: string, start: number, digits: string): boolean {
  const before = fold(text.slice(Math.max(0, start - CODE_WITHIN), start));
  const others = /(\d+)(?:,? e\s|[\s,])*/g;
  return CODE_BEFORE.test(before.replace(others, (whole, one: string) => (one.length === digits.length ? '' : whole)));
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .map(Number)
    .reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return sum % 10 === 0;
}

/** Lengths by the issuer's first digits. */
const isCard = (digits: string) =>
  /^(?:4\d{15}|4\d{18}|[56]\d{15}|6\d{18}|2[2-7]\d{14}|3[47]\d{13}|3[068]\d{12})$/.test(digits) && passesLuhn(digits);

interface WrittenNumber {
  digits: string;
  /** How many digits stand together. */
  groups: number[];
  text: string;
  label: NumberKind | undefined;
  /** The message is nothing else. */
  isAlone: boolean;
}

/** Without the prefixes of long-distance calls and of Brazil. */
const nationalOf = (digits: string) =>
  digits.replace(/^0(?=[1-9]\d{9,10}$)/, '').replace(/^(?:00)?55(?=[1-9]\d{9,10}$)/, '');

function isLocalPhone({ digits, groups, text, label, isAlone }: WrittenNumber): boolean {
  const isLabelled = label === 'phone' || isAlone;
  if (digits.length === 9) return /^9/.test(digits) && (isLabelled || /^(?:5 4|1 4 4)$/.test(groups.join(' ')));
  if (digits.length !== 8 || !/^[2-9]/.test(digits)) return false;
  if (label === 'phone') return true;
  const [first = 0, second = 0] = text.split(/\D+/).map(Number);
  const isRange = second >= first && first % 10 === 0 && second % 10 === 0;
  return /^[3-5]\d{3}-\d{4}$|^2[1-9]\d\d-\d{4}$/.test(text) && !isRange;
}

function isPhone(written: WrittenNumber): boolean {
  const { digits, groups, text, label } = written;
  if (text.startsWith('+') && !/^\+55/.test(text)) return digits.length >= 8 && digits.length <= 15;
  if (isLocalPhone(written)) return true;
  const national = nationalOf(digits);
  if (!AREAS.has(national.slice(0, 2)) || !/^..(?:[2-5]\d{7}|9\d{8})$/.test(national)) return false;
  return label === 'phone' || (!text.includes('/') && groups.at(-1)! >= 3);
}

/** So written that no label before it makes it something else. */
const CERTAIN = /^\d{3}\.\d{3}\.\d{3}-\d{2}$|^\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}$|^\+55|^\(\d\d\)/;

function kindOf(written: WrittenNumber): NumberKind | undefined {
  const { digits, groups, text, label } = written;
  const { length } = digits;
  // Digits that were mistyped, or zeros that were left out, do not make it less personal.
  if (label === 'cpf' && length >= 9 && length <= 11) return 'cpf';
  if (label === 'cnpj' && length >= 13 && length <= 15) return 'cnpj';
  if (label === 'card' && length >= 13 && length <= 19) return 'card';
  if (label === 'phone' && isPhone(written)) return 'phone';
  if (length === 11 && groups.length <= 5 && cpf.isValid(digits)) return 'cpf';
  if (length === 14 && groups.length <= 5 && cnpj.isValid(digits)) return 'cnpj';
  if (isCard(digits) && /^(?:\d+|4 4 4 4(?: 3)?|4 6 [45])$/.test(groups.join(' ')) && !text.includes('/'))
    return 'card';
  return isPhone(written) ? 'phone' : undefined;
}

interface MessageText {
  text: string;
  /** Without spaces around it. */
  length: number;
}

interface RunPiece {
  start: number;
  end: number;
}

/** The parts of a run that spaces or slashes separate. */
const piecesOf = (run: string, at: number): RunPiece[] =>
  [...run.matchAll(/[^\s/]+/g)].map(({ 0: piece, index }) => ({ start: at + index, end: at + index + piece.length }));

function readPieces(
  { text, length }: MessageText,
  { start, end }: RunPiece,
  before: NumberKind | undefined,
): FoundValue | undefined {
  const written = text.slice(start, end).replace(/[‐‑–−]/gu, '-');
  const digits = written.replace(/\D/g, '');
  if (digits.length < DIGITS_MIN || digits.length > DIGITS_MAX) return undefined;
  const groups = written.split(/\D+/).flatMap(({ length }) => (length > 0 ? length : []));
  // Only after a label is a number written as single digits.
  if (groups.length > GROUPS_MAX && before === undefined) return undefined;
  const isAlone = end - start === length;
  const kind = kindOf({ digits, groups, text: written, label: before ?? labelAfter(text, end), isAlone });
  if (!kind || (isAfterCode(text, start, digits) && !CERTAIN.test(written))) return undefined;
  return { kind, key: kind === 'phone' ? nationalOf(digits) : digits, start, end };
}

/** The longest first; numbers may follow one another. */
function readRun(read: MessageText, run: string, at: number): FoundValue[] {
  const pieces = piecesOf(run, at);
  const found: FoundValue[] = [];
  for (let from = 0; from < pieces.length; from++) {
    const { start } = pieces[from]!;
    const before = labelBefore(read.text, start);
    for (let to = Math.min(pieces.length, from + PIECES_MAX); to > from; to--) {
      const value = readPieces(read, { start, end: pieces[to - 1]!.end }, before);
      if (!value) continue;
      found.push(value);
      from = to - 1;
      break;
    }
  }
  return found;
}

function letteredCnpjsIn(text: string): FoundValue[] {
  return [...text.matchAll(LETTERED_CNPJ)].flatMap(({ 0: match, index }) => {
    const [start, end] = [index, index + match.length];
    const key = match.replace(/[^\p{L}\d]/gu, '').toUpperCase();
    const isMeant = match.includes('/') || (labelBefore(text, start) ?? labelAfter(text, end)) === 'cnpj';
    return /[A-Z]/.test(key) && isMeant && cnpj.isValid(key) ? [{ kind: 'cnpj', key, start, end }] : [];
  });
}

const linkedPhonesIn = (text: string): FoundValue[] =>
  [...text.matchAll(WHATSAPP_LINK)].map(({ 0: match, 1: digits = '', index }) => ({
    kind: 'phone',
    key: nationalOf(digits),
    start: index + match.length - digits.length,
    end: index + match.length,
  }));

/** CPF, CNPJ, card and telephone numbers, by check digits, form and the words beside them. */
export function findNumbers(text: string): FoundValue[] {
  const inAddress = new Uint8Array(text.length);
  for (const { 0: match, index } of text.matchAll(URL)) inAddress.fill(1, index, index + match.length);
  const read = { text, length: text.trim().length };
  const plain = [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    if (inAddress[index] || BILL.test(run)) return [];
    // The number of a unit is not part of the one before: `84 10ml`.
    const isUnit = /^\p{L}/u.test(text.slice(index + run.length));
    return readRun(read, isUnit ? run.replace(/(?<!\d)\d{1,7}$/, '') : run, index);
  });
  return [...letteredCnpjsIn(text), ...linkedPhonesIn(text), ...plain];
}
