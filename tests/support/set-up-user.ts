import userEvent, { type UserEvent } from '@testing-library/user-event';

/** Characters with a special meaning in user-event's notation. */
const HAS_KEYS = /[{[]/;
/** Input for number fields, which format after each digit. */
const NUMBER = /^[\d.,]+$/;

/**
 * Creates a simulated user who types like pasting: everything but the last character at once. Each keystroke renders a
 * whole form, and the last one still triggers everything that typing does.
 */
export function setUpUser(): UserEvent {
  const base = userEvent.setup({ pointerEventsCheck: 0 });
  return {
    ...base,
    async type(element, text, options) {
      if (HAS_KEYS.test(text) || NUMBER.test(text) || text.length < 3 || options)
        return base.type(element, text, options);
      await base.click(element);
      await base.paste(text.slice(0, -1));
      await base.keyboard(text.slice(-1));
    },
  };
}
