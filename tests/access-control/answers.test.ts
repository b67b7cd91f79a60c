import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAnswer, writeAnswers } from '../../access-control/answers.ts';
import { openCan } from '../../access-control/policy-files.ts';
import { FLAGS, ROLES } from '../../access-control/vocabulary.ts';

const can = await openCan();
const answers = writeAnswers(can);
const pairs = can.things().flatMap(({ thing, acts }) => acts.map((act): [string, string] => [thing, act]));
const UNDECLARED: [string, string][] = [
  ['accounts', 'list'],
  ['contents', 'constructor'],
  ['constructor', 'name'],
  ['', ''],
];

/** The answer in the enforcer's own words. */
function asExplained(role: string, flags: string[], thing: string, act: string) {
  const verdict = can.explain({ role, flags }, thing, act);
  return verdict.allowed ? { can: true } : { can: false, refusal: verdict.refusal, flag: verdict.missing };
}

test('what is written out is what the enforcer answers, whoever asks and whatever', () => {
  const role = fc.constantFrom(...ROLES, 'NOBODY', '', 'constructor');
  const flags = fc.subarray([...FLAGS.filter((flag) => flag !== 'any'), 'unknown']);
  fc.assert(
    fc.property(role, flags, fc.constantFrom(...pairs, ...UNDECLARED), (who, held, [thing, act]) => {
      expect(readAnswer(answers, { role: who, flags: held }, thing, act)).toEqual(asExplained(who, held, thing, act));
    }),
    { numRuns: 3_000 },
  );
});

test('every question there is has its answer, for each role without a flag', () => {
  expect(pairs.length).toBeGreaterThan(100);
  for (const [thing, act] of pairs)
    for (const role of ROLES)
      expect(readAnswer(answers, { role, flags: [] }, thing, act), `${role} ${thing} ${act}`).toEqual(
        asExplained(role, [], thing, act),
      );
});
