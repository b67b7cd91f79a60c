import { FACT_KINDS, type FactKind } from '../../../shared/constants.ts';
import { runAtOnce, type Steps } from '../../runtime/slices.ts';
import { HEADING_JOINT, type Passage } from '../search/passage.ts';
import type { Segment } from '../search/segment.ts';
import { fold } from '../search/words.ts';
import { type AskedFacts, readAskedFacts } from './asked-facts.ts';
import { factsIn, type TextFact } from './text-facts.ts';

export interface PassageWithFacts {
  passage: Passage;
  facts: readonly TextFact[];
  /** The facts that its question, heading or title announces. */
  named: AskedFacts | null;
  /** Whether it belongs to a contact page. */
  isContactPage: boolean;
}

const CONTACT_PAGE =
  /\b(contatos?|contact|fale[- ]conosco|onde[- ](?:estamos|ficamos)|localizacao|como[- ]chegar|nossos?[- ]enderecos?)\b/;

function readPassage(kind: FactKind, passage: Passage, holds: (word: string) => boolean): PassageWithFacts | null {
  const { question, heading, title, url, text } = passage;
  const name = question ?? heading?.slice(heading.lastIndexOf(HEADING_JOINT) + 1) ?? '';
  const facts = factsIn(kind, text, `${title} ${name}`);
  if (facts.length === 0) return null;
  const page = fold(`${title} ${heading ?? ''} ${url?.replace(/^https?:\/\/[^/]+/, '') ?? ''}`);
  const isContactPage = question === null && !passage.isBoilerplate && CONTACT_PAGE.test(page.replace(/[/_.]+/g, ' '));
  return { passage, facts, named: readAskedFacts(name, holds) ?? readAskedFacts(title, holds), isContactPage };
}

type FactsByKind = Readonly<Record<FactKind, readonly PassageWithFacts[]>>;

const known = new WeakMap<Segment, FactsByKind>();
const PASSAGES_PER_STEP = 10;

/** Reads the facts of a segment in steps and caches them, so that `factsOf` does not have to. */
export function* factsSteps(segment: Segment): Steps<FactsByKind> {
  const holds = (word: string) => segment.wordIds.has(word);
  const found: Record<FactKind, PassageWithFacts[]> = {
    phone: [],
    whatsapp: [],
    email: [],
    address: [],
    cnpj: [],
    hours: [],
  };
  for (const [at, passage] of segment.passages.entries()) {
    for (const kind of FACT_KINDS) {
      const stated = readPassage(kind, passage, holds);
      if (stated) found[kind].push(stated);
    }
    if (at % PASSAGES_PER_STEP === 0) yield;
  }
  known.set(segment, found);
  return found;
}

/** Returns the passages of a segment with facts of a kind. */
export const factsOf = (segment: Segment, kind: FactKind): readonly PassageWithFacts[] =>
  (known.get(segment) ?? runAtOnce(factsSteps(segment)))[kind];
