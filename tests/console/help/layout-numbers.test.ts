import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  DROPDOWN_MAX_HEIGHT,
  SIDEBAR_TRANSITION_MS,
  TOOLTIP_DELAY_MS,
  TOOLTIP_SKIP_DELAY_MS,
} from '../../../src/shared/constants.ts';

const read = (path: string) => readFileSync(new URL(`../../../src/console/${path}`, import.meta.url), 'utf8');

test('uses the specified durations and sizes for tooltips, side menu and dropdowns', () => {
  expect([TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS, SIDEBAR_TRANSITION_MS]).toEqual([100, 300, 300]);
  expect(DROPDOWN_MAX_HEIGHT).toBe(320);
  const moving = [...read('layout/layout.css').matchAll(/\.side[\w.-]*[^{}]*\{[^{}]*?transition[^;]*;/g)].map(
    ([rule]) => rule,
  );
  expect(moving).toHaveLength(2);
  for (const rule of moving) {
    const durations = [...rule.matchAll(/(\d+)ms/g)].map(([, ms]) => Number(ms));
    expect(new Set(durations), rule).toEqual(new Set([SIDEBAR_TRANSITION_MS]));
  }
  for (const file of ['layout/header.tsx', 'resource/value-filter.tsx']) {
    expect(read(file)).toMatch(/listHeight(?:: |=\{)DROPDOWN_MAX_HEIGHT/);
  }
});
