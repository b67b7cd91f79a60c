import type { FactKind } from '../../shared/constants.ts';
import { isInFirstParagraph } from '../quotable.ts';
import { rootOf } from '../roots.ts';
import type { Segment } from '../segment.ts';
import { sentencesOf } from '../sentences.ts';
import { fold, wordsOf } from '../words.ts';
import { daysIn, HOLIDAY } from './opening-hours.ts';
import { factsOf, type PassageWithFacts } from './passage-facts.ts';
import type { RequestedFacts } from './requested-facts.ts';
import type { TextFact } from './text-facts.ts';

export interface PassageStatement {
  kind: FactKind;
  from: PassageWithFacts;
  facts: readonly TextFact[];
}

/** With more facts of one kind, a passage is a directory of other businesses. */
const STATED_MAX = 4;
/** Words that indicate the business's own opening hours. */
const OPENING = /\b(funciona\w*|abr(?:e|em|imos)|abert[oa]s?|fech(?:a|am|amos)|expediente|atend\w+|horarios?)\b/;
const OTHER_HOURS =
  /\b(check ?-?(?:in|out)|day ?use|cafe da manha|almoco|jantar|piscina|entregas?|delivery|pedidos?|retirada|visitas?|aulas?|turmas?|plantao|reserv\w+|mudancas?|obras?|feiras? livres?|missas?|cultos?|coletas?|excursao|prazo|exames?|vacina\w*|consultas?|silencio)\b/;
/** `fecha para almoço`: when the business itself is closed. */
const PAUSE =
  /\b(?:fecha\w*|fechad[oa]s?|pausa|intervalo|para(?:mos)?) (?:(?:para|pra|pro|de|do|no) )?(?:o )?almoco\b/g;
const PLACE =
  /📍|\b(enderecos?|fica|ficamos|esta(?:mos)?|localiza\w*|onde|venha|visite|sede|loja|contato|cep|matriz|espera\w*)\b/;
const OTHER_PLACE = /\b(eventos?|estacionamento|conveni\w*|parceir\w*|obra)\b/;

/** Also in a text called `Ingressos e horários`. */
const OWN_HOURS = /^[^\p{L}\d]*(?:horarios? de )?(?:funcionamento|atendimento|expediente)\b/u;
/** A line that starts with a day: `Sábado: 9h às 13h`. */
const DAY_ROW =
  /^[^\p{L}\d]*(?:aos? |de )?(?:segundas?|tercas?|quartas?|quintas?|sextas?|sabados?|domingos?|seg|ter|qua|qui|sex|sab|dom)\b/u;
const DEPARTMENT =
  /\b(comercial|financeiro|vendas|suporte|rh|curriculos?|vagas?|emergencias?|plantao|ouvidoria|cobranca|imprensa|fornecedor\w*|parceri\w*|eventos?|compras|juridico|privacidade|encarregad[oa]|dpo|lgpd|diretoria|gerencia)\b/;
/** Trades are missing: a business may have one in its own name. */
const OTHER_COMPANY =
  /\b(indica(?:mos|cao)|recomenda(?:mos|cao)|terceiros|outra empresa|fabricante|correios|bombeiros|policia|samu|procon)\b/;

const quoted = ({ passage }: PassageWithFacts, { quote }: TextFact) => fold(passage.text.slice(quote.start, quote.end));

const namesOf = ({ passage: { title, heading, question } }: PassageWithFacts) =>
  fold(`${question ?? ''} ${heading ?? ''} ${title}`);

/** Whether heading or title announce this kind of fact, and for the business in general or for something particular. */
function announces({ named, passage }: PassageWithFacts, kind: FactKind): 'general' | 'particular' | 'no' {
  if (passage.isBoilerplate || !named?.kinds.includes(kind)) return 'no';
  return named.qualifiers.length === 0 ? 'general' : 'particular';
}

const isLoneAddress = ({ passage: { text, question } }: PassageWithFacts, { start }: TextFact): boolean =>
  question === null && /(?:^|\n)[^\p{L}\d\n]*$/u.test(text.slice(0, start));

function isOwn(from: PassageWithFacts, fact: TextFact, isOnly: boolean): boolean {
  const announced = announces(from, fact.kind);
  const quotedText = quoted(from, fact);
  if (announced !== 'no') return announced === 'general' || (fact.kind === 'hours' && OWN_HOURS.test(quotedText));
  // What a page's footer states is the business's own, whatever the page is about.
  const isFooter = from.passage.isBoilerplate;
  const around = `${fold(fact.label)} ${quotedText} ${isFooter ? '' : namesOf(from)}`;
  if (fact.kind === 'hours') {
    if (OTHER_HOURS.test(around.replace(PAUSE, ''))) return false;
    if (isFooter || from.isContactPage) return true;
    // The answer of a FAQ is about its question, whatever day it begins with: `Precisa reservar mesa?`.
    const isFaq = from.passage.question !== null;
    return isFaq ? OPENING.test(`${fold(fact.label)} ${quotedText}`) : OPENING.test(around) || DAY_ROW.test(quotedText);
  }
  if (fact.kind === 'address')
    return (
      from.isContactPage ||
      (!OTHER_PLACE.test(quotedText) && (isFooter || PLACE.test(around) || (isOnly && isLoneAddress(from, fact))))
    );
  return (
    fact.kind === 'cnpj' ||
    fact.kind === 'pix' ||
    from.isContactPage ||
    !(DEPARTMENT.test(around) || OTHER_COMPANY.test(around))
  );
}

function meets(from: PassageWithFacts, fact: TextFact, { qualifiers }: RequestedFacts, isOnly: boolean): boolean {
  if (qualifiers.length === 0) return isOwn(from, fact, isOnly);
  return names(`${fact.label} ${quoted(from, fact)} ${namesOf(from)}`, qualifiers);
}

function names(text: string, qualifiers: readonly string[]): boolean {
  const roots = new Set(wordsOf(fold(text)).map(({ word }) => rootOf(word)));
  return qualifiers.every((root) => roots.has(root));
}

/** If only the heading names what is asked for, the hours directly below it and not those of what else stands there: `Coleta de lixo`. */
function ofHeading(from: PassageWithFacts, own: readonly TextFact[], qualifiers: readonly string[]) {
  if (own.some((fact) => names(`${fact.label} ${quoted(from, fact)}`, qualifiers))) return own;
  const direct = own.filter(({ quote }) => isInFirstParagraph(from.passage, quote.start));
  return direct.length > 0 ? direct : own;
}

/** If there are none, those about other days, except for holidays, which must be stated explicitly. */
function ofDays(facts: readonly TextFact[], days: readonly number[]): readonly TextFact[] {
  if (days.length === 0) return facts;
  const stated = facts.filter((fact) => fact.days.some((day) => days.includes(day)));
  if (stated.length > 0 || days.includes(HOLIDAY)) return stated;
  return facts.filter((fact) => fact.days.length > 0);
}

/** Of the days and the time of day asked for, and with the lines that go on from them. */
function hoursFor(from: PassageWithFacts, own: readonly TextFact[], { days, qualifiers, timesOfDay }: RequestedFacts) {
  const all = qualifiers.length === 0 ? withRows(from, own) : ofHeading(from, own, qualifiers);
  const stated = withNextOn(from, withOpen(from, ofDays(all, days), days), days);
  const ofTime = stated.filter((fact) => timesOfDay.some((time) => quoted(from, fact).includes(time)));
  return ofTime.length > 0 ? ofTime : stated;
}

/** `Tarde: 13h às 17h30` directly below `Manhã: 7h30 às 12h`. */
function withRows(from: PassageWithFacts, own: readonly TextFact[]): readonly TextFact[] {
  const all = [...own];
  for (const fact of from.facts) {
    const isRow = all.some(({ quote }) => /^[^\S\n]*\n$/.test(from.passage.text.slice(quote.end, fact.quote.start)));
    if (isRow && !all.includes(fact) && !OTHER_HOURS.test(quoted(from, fact))) all.push(fact);
  }
  return all;
}

const isClosed = ({ value }: TextFact) => value.endsWith(' x');

/** `Domingo fechado.` is not the whole answer if another line of the passage says that something is open then. */
function withOpen(from: PassageWithFacts, stated: readonly TextFact[], days: readonly number[]): readonly TextFact[] {
  if (days.length === 0 || stated.length === 0 || !stated.every(isClosed)) return stated;
  const open = from.facts.filter((fact) => !isClosed(fact) && fact.days.some((day) => days.includes(day)));
  return [...stated, ...open];
}

/** `Aos sábados, só aulas avulsas.` goes on after `Segunda a sexta, das 6h30 às 21h.`, and so does `Na quinta, até as 23h.` on Thursdays. */
function withNextOn(from: PassageWithFacts, stated: readonly TextFact[], days: readonly number[]): readonly TextFact[] {
  const last = stated.at(-1);
  if (days.length === 0 || !last) return stated;
  const { text } = from.passage;
  const next = sentencesOf(text).find(
    ({ start }) => start >= last.quote.end && /^[.;,]?[^\S\n]*$/.test(text.slice(last.quote.end, start)),
  );
  const isOn = next && daysIn(text.slice(next.start, next.end)).some((day) => days.includes(day));
  return isOn ? [...stated, { ...last, quote: { start: next.start, end: next.end }, days }] : stated;
}

/** 2: contact page; 1: heading that announces it, page's footer; else 0: a file's letterhead may be a supplier's. */
export function authorityOf(from: PassageWithFacts, kind: FactKind): number {
  if (from.isContactPage) return 2;
  const isFooterOfPage = from.passage.isBoilerplate === true && from.passage.url !== null;
  return isFooterOfPage || announces(from, kind) === 'general' ? 1 : 0;
}

const LANDLINE = /^(?:\d\d)?[2-5]\d{7}$/;

const INSTEAD: Readonly<Partial<Record<FactKind, FactKind>>> = { phone: 'whatsapp' };

export function statementsOf(chain: readonly Segment[], kind: FactKind, requested: RequestedFacts): PassageStatement[] {
  const stated = chain.flatMap((segment) => factsOf(segment, kind));
  const lone = stated.flatMap((from) => from.facts.filter((fact) => isLoneAddress(from, fact)));
  // The only address that begins a line is the business's own.
  const isOnly = new Set(lone.map(({ value }) => value)).size === 1;
  const all = stated.flatMap((from): PassageStatement[] => {
    const own = from.facts.filter(
      (fact) => meets(from, fact, requested, isOnly) && !(requested.isLandline && !LANDLINE.test(fact.value)),
    );
    const facts = kind === 'hours' ? hoursFor(from, own, requested) : own;
    return facts.length > 0 && facts.length <= STATED_MAX * (kind === 'hours' ? 2 : 1) ? [{ kind, from, facts }] : [];
  });
  return all.sort((a, b) => authorityOf(b.from, kind) - authorityOf(a.from, kind));
}

const valuesOf = ({ facts }: PassageStatement) => new Set(facts.map(({ value }) => value));
export const agree = (one: PassageStatement, other: PassageStatement): boolean => {
  const values = valuesOf(other);
  return [...valuesOf(one)].some((value) => values.has(value));
};

/**
 * Of the statements with the highest authority, the one that `rankOf` (index in the search result) puts first. Null if
 * none, or if they contradict each other, are not on a contact page, and none is the search's first hit.
 */
export function findFact(
  chain: readonly Segment[],
  kind: FactKind,
  requested: RequestedFacts,
  rankOf: (from: PassageWithFacts) => number,
): PassageStatement | null {
  const all = statementsOf(chain, kind, requested);
  const instead = INSTEAD[kind];
  if (all.length === 0 && instead && !requested.isLandline) return findFact(chain, instead, requested, rankOf);
  const [first] = all;
  if (!first) return null;
  const bestAuthority = authorityOf(first.from, kind);
  const best = all
    .filter(({ from }) => authorityOf(from, kind) === bestAuthority)
    .sort((a, b) => rankOf(a.from) - rankOf(b.from));
  const [chosen] = best;
  const isSure = best.every((one) => agree(one, chosen!)) || (bestAuthority === 2 ? true : rankOf(chosen!.from) === 0);
  return isSure ? chosen! : null;
}
