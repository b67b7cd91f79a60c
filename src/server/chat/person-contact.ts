import { findFact } from '../../search/facts/find-facts.ts';
import { anyOf } from '../../search/facts/requested-facts.ts';
import type { TextFact } from '../../search/facts/text-facts.ts';
import type { Passage } from '../../search/passage.ts';
import type { Segment } from '../../search/segment.ts';
import type { WidgetAppearance } from '../../shared/appearance.ts';
import type { PersonContact } from '../../shared/chat-protocol.ts';
import type { FactKind } from '../../shared/constants.ts';
import type { WidgetContext } from '../db/platform.ts';

type ContactRules = Pick<WidgetContext, 'appearance' | 'takesMessages' | 'offersFoundContact'>;

/** The owner's, else the base's. Empty: visitors can only leave a message; undefined: not even that. */
export const personContactFor = (
  { appearance, takesMessages, offersFoundContact }: ContactRules,
  base: readonly Segment[],
): PersonContact | undefined =>
  personOf(appearance) ?? (offersFoundContact ? personIn(base) : undefined) ?? (takesMessages ? {} : undefined);

function personOf({ person }: Pick<WidgetAppearance, 'person'>): PersonContact | undefined {
  return contactOf({ email: person?.email, whatsapp: person?.whatsapp });
}

function contactOf({ email, whatsapp }: PersonContact): PersonContact | undefined {
  if (!email && !whatsapp) return undefined;
  return { ...(email ? { email } : {}), ...(whatsapp ? { whatsapp } : {}) };
}

interface StatedContact {
  value: string;
  passage: Passage;
  fact: TextFact;
}

function factFor(base: readonly Segment[], kind: FactKind): StatedContact | undefined {
  const stated = findFact(base, kind, anyOf(kind), () => Infinity);
  const fact = stated?.kind === kind ? stated.facts[0] : undefined;
  if (!stated || !fact) return undefined;
  const { passage } = stated.from;
  // Nobody is sent to a number that may be wrong.
  return passage.unconfirmed ? undefined : { value: fact.value, passage, fact };
}

/** What the base states, with where it does. */
export function contactIn(base: readonly Segment[]): { email?: StatedContact; whatsapp?: StatedContact } {
  const whatsapp = factFor(base, 'whatsapp');
  const email = factFor(base, 'email');
  return {
    ...(email && { email }),
    // A WhatsApp link needs the area code.
    ...(whatsapp && /^\d{10,11}$/.test(whatsapp.value) && { whatsapp: { ...whatsapp, value: `55${whatsapp.value}` } }),
  };
}

function personIn(base: readonly Segment[]): PersonContact | undefined {
  const { email, whatsapp } = contactIn(base);
  return contactOf({ email: email?.value, whatsapp: whatsapp?.value });
}

export function phoneIn(base: readonly Segment[]): string | undefined {
  const { passage, fact } = factFor(base, 'phone') ?? {};
  return passage && fact && passage.text.slice(fact.start, fact.end);
}
