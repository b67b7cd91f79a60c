import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeBeside, type Side } from '../../../src/console/components/place.ts';

const ROOM = { width: 390, height: 844 };
const SIDES: Side[] = ['bottom', 'top', 'right'];

describe('a floating box', () => {
  it('is placed under its anchor, aligned with its centre', () => {
    const box = { left: 140, top: 100, width: 80, height: 32 };
    expect(placeBeside(box, { width: 200, height: 120 }, ROOM, 'bottom')).toEqual({ left: 80, top: 138 });
  });

  it('flips to the other side when there is no space', () => {
    const box = { left: 40, top: 800, width: 80, height: 32 };
    expect(placeBeside(box, { width: 200, height: 120 }, ROOM, 'bottom').top).toBe(674);
    expect(placeBeside({ ...box, top: 10 }, { width: 100, height: 30 }, ROOM, 'top').top).toBe(48);
    expect(placeBeside({ ...box, left: 300 }, { width: 100, height: 30 }, ROOM, 'right').left).toBe(194);
  });

  it('stays within the window when it fits', () => {
    const box = fc.record({
      left: fc.integer({ min: 0, max: 380 }),
      top: fc.integer({ min: 0, max: 830 }),
      width: fc.integer({ min: 1, max: 300 }),
      height: fc.integer({ min: 1, max: 60 }),
    });
    const size = fc.record({ width: fc.integer({ min: 10, max: 370 }), height: fc.integer({ min: 10, max: 820 }) });
    fc.assert(
      fc.property(box, size, fc.constantFrom(...SIDES), (one, of, side) => {
        const { left, top } = placeBeside(one, of, ROOM, side);
        expect(left).toBeGreaterThanOrEqual(8);
        expect(top).toBeGreaterThanOrEqual(8);
        expect(left + of.width).toBeLessThanOrEqual(ROOM.width - 8);
        expect(top + of.height).toBeLessThanOrEqual(ROOM.height - 8);
      }),
    );
  });
});
