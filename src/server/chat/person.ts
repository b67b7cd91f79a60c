import type { WidgetAppearance } from '../../shared/appearance.ts';
import type { PersonContact } from '../../shared/chat-protocol.ts';
import type { FactKind } from '../../shared/limits.ts';
import { findFact } from '../knowledge/facts/find-facts.ts';
import type { Segment } from '../knowledge/search/segment.ts';

/** The ways to a person that an owner has set; undefined when there are none. */
export function personOf({ person }: Pick<WidgetAppearance, 'person'>): PersonContact | undefined {
  return contactOf({ email: person?.email, whatsapp: person?.whatsapp });
}

function contactOf({ email, whatsapp }: PersonContact): PersonContact | undefined {
  if (!email && !whatsapp) return undefined;
  return { ...(email ? { email } : {}), ...(whatsapp ? { whatsapp } : {}) };
}

/** What the base states of a kind for whoever asks for it; undefined when nothing, or when it is not sure. */
function factFor(base: readonly Segment[], kind: FactKind): { value: string; written: string } | undefined {
  const stated = findFact(base, kind, { kinds: [kind], qualifiers: [], isLandline: false, days: [] }, () => Infinity);
  const fact = stated?.kind === kind ? stated.facts[0] : undefined;
  return fact && { value: fact.value, written: stated!.from.passage.text.slice(fact.start, fact.end) };
}

/** The ways to a person that the base itself states: the email and the WhatsApp of its contact page. */
export function personIn(base: readonly Segment[]): PersonContact | undefined {
  const whatsapp = factFor(base, 'whatsapp')?.value;
  // Without an area code nobody else can write to it.
  const number = whatsapp !== undefined && /^\d{10,11}$/.test(whatsapp) ? `55${whatsapp}` : undefined;
  return contactOf({ email: factFor(base, 'email')?.value, whatsapp: number });
}

/** The telephone that the base states, as it is written there. */
export const phoneIn = (base: readonly Segment[]): string | undefined => factFor(base, 'phone')?.written;
