import type { Segment } from '../../../search/segment.ts';
import type { ExchangeOutcome, PersonContact } from '../../../shared/chat-protocol.ts';
import type { HandoverOffer } from '../../../shared/handover.ts';
import type { WidgetContext } from '../../db/platform.ts';
import type { Db } from '../../db/tenant.ts';
import { isComplaint, wantsHuman } from '../classify/classify.ts';
import { personContactFor } from '../person-contact.ts';
import { availabilityOf } from './visitor-talk.ts';

interface AskedExchange {
  question: string;
  outcome: ExchangeOutcome;
}

/** To visitors who ask for a person, complain, or get no answer twice. */
export function offerFor(
  { question, outcome }: AskedExchange,
  before?: Pick<AskedExchange, 'outcome'>,
): HandoverOffer | undefined {
  if (wantsHuman(question)) return 'join';
  const isUnknownAgain = outcome === 'unknown' && before?.outcome === 'unknown';
  return isUnknownAgain || isComplaint(question) ? 'offered' : undefined;
}

interface Ways {
  person?: PersonContact;
  handover?: HandoverOffer;
}

/** What goes with each stored exchange: neither the contact nor who can be called is stored with it. */
export async function waysToPerson(
  db: Db,
  context: WidgetContext,
  exchanges: readonly (AskedExchange & { offeredPerson: boolean })[],
  openBase: () => Promise<readonly Segment[]>,
): Promise<Ways[]> {
  const offers = exchanges.map((exchange, at) => offerFor(exchange, exchanges[at - 1]));
  const hasOffer = offers.some((offer) => offer !== undefined);
  const canCall = hasOffer && (await availabilityOf(db, context))?.canCall;
  const hasContact = exchanges.some(({ offeredPerson }) => offeredPerson);
  const contact = hasContact ? personContactFor(context, await openBase()) : undefined;
  return exchanges.map(({ offeredPerson }, at) => {
    const handover = canCall ? offers[at] : undefined;
    const person = personWith(offeredPerson ? contact : undefined, handover);
    return { ...(person && { person }), ...(handover && { handover }) };
  });
}

/** Without any other contact, the offer is all that there is. */
export const personWith = (person: PersonContact | undefined, handover: HandoverOffer | undefined) =>
  person ?? (handover === 'offered' ? {} : undefined);
