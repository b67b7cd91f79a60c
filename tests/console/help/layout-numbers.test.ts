import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  DROPDOWN_MAX_HEIGHT,
  SIDEBAR_TRANSITION_MS,
  TOOLTIP_DELAY_MS,
  TOOLTIP_SKIP_DELAY_MS,
} from '../../../src/shared/constants.ts';

const read = (path: string) => readFileSync(new URL(`../../../src/console/${path}`, import.meta.url), 'utf8');

test('tooltips, side menu and dropdowns move and measure as specified', () => {
  expect([TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS, SIDEBAR_TRANSITION_MS]).toEqual([100, 300, 300]);
  expect(DROPDOWN_MAX_HEIGHT).toBe('20rem');
  const shell = read('layout/shell.css');
  const moving = [...shell.matchAll(/transition:\s*(width|margin-left|transform) (\d+)ms/g)];
  const ofSide = moving.filter(([, , ms]) => Number(ms) !== 160).map(([, what, ms]) => [what, Number(ms)]);
  expect(ofSide).toEqual([
    ['width', SIDEBAR_TRANSITION_MS],
    ['margin-left', SIDEBAR_TRANSITION_MS],
    ['transform', SIDEBAR_TRANSITION_MS],
    ['transform', SIDEBAR_TRANSITION_MS],
  ]);
  expect(read('resource/list-toolbar.css')).toContain(`max-height: ${DROPDOWN_MAX_HEIGHT}`);
});
