import { expect, it } from 'vitest';
import { resources } from '../../../resources/index.ts';
import { PATHS } from '../../../src/console/components/icon.tsx';
import { MENU_ICONS } from '../../../src/console/components/menu-icon.tsx';

it('has every icon that a declaration names', () => {
  const unknown = resources.flatMap(({ name, menu, rowCalls = [], links = [] }) => [
    ...(menu && !(menu.icon in MENU_ICONS) ? [`${name}: menu ${menu.icon}`] : []),
    ...[...rowCalls, ...links].flatMap(({ icon }) => (icon in PATHS ? [] : [`${name}: ${icon}`])),
  ]);
  expect(unknown).toEqual([]);
});
