type Has = (sign: string) => boolean;

const ASKING_SIGNS = ['asks', 'asksWord', 'asksCan', 'asksHas', 'wantsToKnow', 'wantsToDo'];
const REPORTING = [
  'waited',
  'stillNothing',
  'nobody',
  'again',
  'theyDid',
  'arrivedWrong',
  'failing',
  'notWorking',
  'told',
];
const WANTING = ['reachPerson', 'talkTo', 'personDoesIt', 'callMe', 'passMe', 'realPerson', 'contactOf', 'noMachine'];

/** A linear model cannot combine signs itself. Each may use the ones before it. */
const PAIRS: readonly (readonly [string, (has: Has) => boolean])[] = [
  ['asking', (has) => ASKING_SIGNS.some(has)],
  ['reporting', (has) => REPORTING.some(has)],
  ['reporting 2', (has) => REPORTING.filter(has).length > 1],
  ['reporting 3', (has) => REPORTING.filter(has).length > 2],
  ['asking+bad', (has) => has('asking') && has('badAll')],
  ['asking+good', (has) => has('asking') && has('goodAll')],
  ['asking only', (has) => has('asking') && !has('reporting')],
  ['reporting only', (has) => !has('asking') && has('reporting')],
  ['bad only', (has) => !has('asking') && has('badAll')],
  ['good only', (has) => !has('asking') && has('goodAll') && !has('badAll') && !has('reporting')],
  ['good+bad', (has) => has('goodAll') && has('badAll')],
  ['good+reporting', (has) => has('goodAll') && has('reporting')],
  ['good+waited', (has) => has('goodAll') && (has('waited') || has('again'))],
  ['hypothetical+asking', (has) => has('hypothetical') && has('asking')],
  ['iDid+reporting', (has) => has('iDid') && has('reporting 2')],
  ['failing only', (has) => has('failing') && !has('asking')],
  ['brief+thanking', (has) => has('brief') && has('thanking')],
  ['brief+person', (has) => has('brief') && has('person') && !has('asking')],
  ['wanting', (has) => WANTING.some(has)],
  ['wanting 2', (has) => WANTING.filter(has).length > 1],
  ['person+reaching', (has) => has('person') && has('reaching')],
  ['wanting+job', (has) => has('wanting') && has('jobOrCourse')],
  ['plain', (has) => !has('asking') && !has('reporting') && !has('goodAll') && !has('badAll')],
  ['plain+subject', (has) => has('plain') && has('subject')],
  ['plain-subject', (has) => has('plain') && !has('subject')],
  ['good+subject', (has) => has('subject') && has('goodAll')],
  ['good-subject', (has) => !has('subject') && has('goodAll')],
  ['bad-subject', (has) => !has('subject') && has('badAll')],
  ['bad+subject', (has) => has('subject') && has('badAll')],
  ['asking+subject', (has) => has('asking') && has('subject')],
  ['asking-subject', (has) => has('asking') && !has('subject')],
  ['asking+world', (has) => has('asking') && has('world') && !has('subject')],
  ['wanting+subject', (has) => has('wanting') && has('subject')],
  ['wanting-subject', (has) => has('wanting') && !has('subject')],
  ['wanting+bad', (has) => has('wanting') && (has('badAll') || has('reporting'))],
  ['thanking-subject', (has) => has('thanking') && !has('asking') && !has('subject')],
  ['accusing', (has) => has('accusingQuestion') && !has('asksCan') && !has('wantsToKnow')],
  ['good+cross', (has) => has('goodAll') && has('cross')],
  ['good+failing', (has) => has('goodAll') && (has('failing') || has('harm'))],
  ['failing+subject', (has) => !has('asking') && has('failing') && has('subject')],
  ['bot+good', (has) => has('speaksToBot') && has('goodAll')],
  ['bot+bad', (has) => has('speaksToBot') && has('badAll') && !has('subject')],
  ['all+good', (has) => has('speaksToAll') && has('goodAll')],
  ['all+bad', (has) => has('speaksToAll') && has('badAll')],
  ['wanting+about', (has) => has('wanting') && has('about')],
  ['told only', (has) => has('told') && !has('asking')],
];

export function addPairs(signs: Set<string>): void {
  const has: Has = (sign) => signs.has(sign);
  for (const [name, holds] of PAIRS) if (holds(has)) signs.add(name);
}
