import { findFact } from '../../search/facts/find-facts.ts';
import type { Segment } from '../../search/segment.ts';
import type { WidgetAppearance } from '../../shared/appearance.ts';
import type { PersonContact } from '../../shared/chat-protocol.ts';
import type { FactKind } from '../../shared/constants.ts';
import type { WidgetContext } from '../db/platform.ts';
import { isComplaint, wantsHuman } from './classify/classify.ts';
import type { StoredExchange } from './transcript.ts';

/** The owner's, else the base's. Empty: visitors can only leave a message; undefined: not even that. */
export const personContactFor = (
  { appearance, takesMessages }: Pick<WidgetContext, 'appearance' | 'takesMessages'>,
  base: readonly Segment[],
): PersonContact | undefined => personOf(appearance) ?? personIn(base) ?? (takesMessages ? {} : undefined);

function personOf({ person }: Pick<WidgetAppearance, 'person'>): PersonContact | undefined {
  return contactOf({ email: person?.email, whatsapp: person?.whatsapp });
}

function contactOf({ email, whatsapp }: PersonContact): PersonContact | undefined {
  if (!email && !whatsapp) return undefined;
  return { ...(email ? { email } : {}), ...(whatsapp ? { whatsapp } : {}) };
}

function factFor(base: readonly Segment[], kind: FactKind): { value: string; matched: string } | undefined {
  const stated = findFact(base, kind, { kinds: [kind], qualifiers: [], isLandline: false, days: [] }, () => Infinity);
  const fact = stated?.kind === kind ? stated.facts[0] : undefined;
  // Nobody is sent to a number that may be wrong.
  if (stated?.from.passage.unconfirmed) return undefined;
  return fact && { value: fact.value, matched: stated!.from.passage.text.slice(fact.start, fact.end) };
}

function personIn(base: readonly Segment[]): PersonContact | undefined {
  const whatsapp = factFor(base, 'whatsapp')?.value;
  // A WhatsApp link needs the area code.
  const number = whatsapp !== undefined && /^\d{10,11}$/.test(whatsapp) ? `55${whatsapp}` : undefined;
  return contactOf({ email: factFor(base, 'email')?.value, whatsapp: number });
}

export const phoneIn = (base: readonly Segment[]): string | undefined => factFor(base, 'phone')?.matched;

/** Those that always have it, and the first unknown answer unless it was offered before. */
export function idsWithPerson(exchanges: readonly Pick<StoredExchange, 'id' | 'question' | 'outcome'>[]): Set<string> {
  const ids = new Set<string>();
  for (const { id, question, outcome } of exchanges) {
    const isFirstUnknown = outcome === 'unknown' && ids.size === 0;
    if (isFirstUnknown || wantsHuman(question) || isComplaint(question)) ids.add(id);
  }
  return ids;
}
