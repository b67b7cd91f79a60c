import { describe, expect, it } from 'vitest';
import { failingCases, readCases } from '../../access-control/cases.ts';
import { missingCases } from '../../access-control/missing-cases.ts';
import { createPolicy } from '../../access-control/policy.ts';
import { readPolicyTexts } from '../../access-control/policy-files.ts';

const texts = await readPolicyTexts();
const ROWS = [
  'p, READER, any, notes, view',
  'p, WRITER, any, notes, edit',
  'p, WRITER, self, notes, export',
  'p, ADMIN, customizeWidget, notes, paint',
];
const policyWith = (rows: readonly string[]) => [texts.policy, ...rows].join('\n');
const added = missingCases(policyWith(ROWS), readCases(texts.cases).cases);
const { cases, faults } = readCases([texts.cases.trimEnd(), ...added].join('\n'));

describe('the cases suggested for new rows', () => {
  it('are valid, hold, and are all that was missing', async () => {
    expect(missingCases(texts.policy, readCases(texts.cases).cases)).toEqual([]);
    expect(faults).toEqual([]);
    expect(failingCases(await createPolicy(texts.model, policyWith(ROWS)), cases)).toEqual([]);
    expect(missingCases(policyWith(ROWS), cases)).toEqual([]);
  });

  it.each([
    ['without it', (_row: string, at: number) => ROWS.filter((_, other) => other !== at)],
    [
      'for the next lower role',
      (row: string) => [
        ...ROWS,
        row.replace('READER', 'MEMBER').replace('WRITER', 'READER').replace('ADMIN', 'WRITER'),
      ],
    ],
    ['for staff', (row: string) => [...ROWS, row.replace(/READER|WRITER|ADMIN/, 'WM_FINANCIAL')]],
    [
      'without its flag',
      (row: string) => (/self|customize/.test(row) ? [...ROWS, row.replace(/self|customizeWidget/, 'any')] : []),
    ],
  ])('fail for a row %s', async (_, change) => {
    for (const [at, row] of ROWS.entries()) {
      const policy = await createPolicy(texts.model, policyWith(change(row, at)));
      expect(failingCases(policy, cases).length, row).toBeGreaterThan(0);
    }
  });
});
