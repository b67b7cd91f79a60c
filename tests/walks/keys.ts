import type { Locator, Page } from 'playwright-core';

const STOPS_MAX = 120;

const hasFocus = (element: Element) => element === document.activeElement;

/** Presses Tab until an element has the focus. Waits until it is shown. Throws `Error` if Tab does not reach it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < STOPS_MAX; pressed += 1) {
    if (await target.evaluate(hasFocus)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}

/** Replaces what a field contains, reached by Tab. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Presses Enter on a button or link, reached by Tab. */
export async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
