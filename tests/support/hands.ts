import userEvent, { type UserEvent } from '@testing-library/user-event';

/** Keys with a meaning of their own, in user-event's notation. */
const HAS_KEYS = /[{[]/;
/** What goes into a field of numbers, which sets each digit in its place. */
const NUMBER = /^[\d.,]+$/;

/**
 * A person at the screen, who types as one pastes: all but the last letter at once. Each letter draws a whole form anew;
 * what a form does as one writes, it does at the last one, too.
 */
export function openHands(): UserEvent {
  const hands = userEvent.setup({ pointerEventsCheck: 0 });
  return {
    ...hands,
    async type(element, text, options) {
      if (HAS_KEYS.test(text) || NUMBER.test(text) || text.length < 3 || options)
        return hands.type(element, text, options);
      await hands.click(element);
      await hands.paste(text.slice(0, -1));
      await hands.keyboard(text.slice(-1));
    },
  };
}
