import { FACT_KINDS, type FactKind } from '../../shared/constants.ts';
import { isHidden } from '../hidden-passages.ts';
import { nearestHeading, type Passage } from '../passage.ts';
import type { Segment } from '../segment.ts';
import { runAtOnce, type Steps } from '../slices.ts';
import { fold } from '../words.ts';
import { readRequestedFacts, type RequestedFacts } from './requested-facts.ts';
import { factsIn, type TextFact } from './text-facts.ts';

export interface PassageWithFacts {
  passage: Passage;
  facts: readonly TextFact[];
  named: RequestedFacts | null;
  isContactPage: boolean;
}

const CONTACT_PAGE =
  /\b(contatos?|contact|fale[- ]conosco|onde[- ](?:estamos|ficamos)|localizacao|bio|perfil|instagram|como[- ]chegar|nossos?[- ]enderecos?)\b/;

const FILE_ENDING = /\.[a-z]{3,4}$/i;

const titleOf = ({ title }: Passage): string => title.replace(FILE_ENDING, '');
const nameOf = (passage: Passage): string => passage.question ?? nearestHeading(passage);

export type StatedFacts = ReadonlyMap<FactKind, readonly TextFact[]>;

export function statedFactsIn(passage: Passage): StatedFacts | null {
  const label = `${titleOf(passage)} ${nameOf(passage)}`;
  const stated = new Map<FactKind, readonly TextFact[]>();
  for (const kind of FACT_KINDS) {
    const facts = factsIn(kind, passage.text, label);
    if (facts.length > 0) stated.set(kind, facts);
  }
  return stated.size > 0 ? stated : null;
}

function readNamed(
  passage: Passage,
  holds: (word: string) => boolean,
): Pick<PassageWithFacts, 'named' | 'isContactPage'> {
  const { question, heading, url } = passage;
  const title = titleOf(passage);
  const page = fold(`${title} ${heading ?? ''} ${url?.replace(/^https?:\/\/[^/]+/, '') ?? ''}`);
  const isContactPage = question === null && !passage.isBoilerplate && CONTACT_PAGE.test(page.replace(/[/_.]+/g, ' '));
  return { named: readRequestedFacts(nameOf(passage), holds) ?? readRequestedFacts(title, holds), isContactPage };
}

type FactsByKind = Readonly<Record<FactKind, readonly PassageWithFacts[]>>;
export type IndexedFacts = Record<FactKind, (Omit<PassageWithFacts, 'passage'> & { index: number })[]>;

/** By the list of passages, which a segment shares with its copies. */
const known = new WeakMap<Segment['passages'], FactsByKind>();
const PASSAGES_PER_STEP = 10;

export function* factsSteps(
  { passages, wordIds }: Pick<Segment, 'passages' | 'wordIds'>,
  statedIn: (passage: Passage, index: number) => StatedFacts | null = statedFactsIn,
): Steps<IndexedFacts> {
  const holds = (word: string) => wordIds.has(word);
  const found: IndexedFacts = { phone: [], whatsapp: [], email: [], address: [], cnpj: [], pix: [], hours: [] };
  for (const [index, passage] of passages.entries()) {
    if (index % PASSAGES_PER_STEP === 0) yield;
    const own = statedIn(passage, index);
    if (own === null) continue;
    const named = readNamed(passage, holds);
    for (const [kind, facts] of own) found[kind].push({ index, facts, ...named });
  }
  return found;
}

export function cacheFacts(segment: Segment, found: IndexedFacts): FactsByKind {
  const of = (kind: FactKind): PassageWithFacts[] =>
    found[kind].map(({ index, ...stated }) => ({ passage: segment.passages[index]!, ...stated }));
  const facts: FactsByKind = {
    phone: of('phone'),
    whatsapp: of('whatsapp'),
    email: of('email'),
    address: of('address'),
    cnpj: of('cnpj'),
    pix: of('pix'),
    hours: of('hours'),
  };
  known.set(segment.passages, facts);
  return facts;
}

export function factsOf(segment: Segment, kind: FactKind): readonly PassageWithFacts[] {
  const facts = (known.get(segment.passages) ?? cacheFacts(segment, runAtOnce(factsSteps(segment))))[kind];
  return segment.hidden ? facts.filter(({ passage }) => !isHidden(segment, passage)) : facts;
}
