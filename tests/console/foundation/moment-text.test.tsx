// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { MomentText } from '../../../src/console/components/moment-text.tsx';

it('says that what has just happened is now, although the clock of the page is late', () => {
  const before = Date.now();
  render(<MomentText iso={new Date(before).toISOString()} />);
  const later = before + 55_000;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  for (const ms of [later, later + 120_000]) render(<MomentText iso={new Date(ms).toISOString()} />);
  expect(screen.getAllByRole('time').map(({ textContent }) => textContent)).toEqual(['agora', 'agora', 'em 3 minutos']);
});
