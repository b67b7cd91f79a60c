import type { WidgetAppearance } from '../../shared/appearance.ts';
import type { PersonContact } from '../../shared/chat-protocol.ts';

/** The ways to a person that an owner has set; undefined when there are none. */
export function personOf({ person }: WidgetAppearance): PersonContact | undefined {
  const contact = {
    ...(person?.email ? { email: person.email } : {}),
    ...(person?.whatsapp ? { whatsapp: person.whatsapp } : {}),
  };
  return Object.keys(contact).length > 0 ? contact : undefined;
}
