// Computes the resolved conversations of "Monitoramento" from exported conversations: node resolution.mjs conversas.jsonl
// Export them as JSON Lines, with the period and types of the screen. A conversation with a question counts as resolved if
// each was answered, or the visitor chose or confirmed what was shown; the visitor rated no answer as bad and wanted no
// person; and none of its questions was asked again by the same visitor within 72 hours.
import { readFileSync } from 'node:fs';

const [file] = process.argv.slice(2);
if (!file) {
  console.error('usage: node resolution.mjs FILE.jsonl');
  process.exit(2);
}
const AGAIN_MS = 72 * 3_600_000;
const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
const questions = lines
  .map((line) => JSON.parse(line))
  .flatMap((conversation) => conversation.exchanges.map((exchange) => ({ ...exchange, conversation })))
  .filter(({ outcome }) => ['answered', 'shown', 'suggested', 'unknown'].includes(outcome))
  .map((one) => ({ ...one, at: Date.parse(one.askedAt), key: `${one.conversation.visitorKey} ${one.questionKey}` }))
  .sort((one, other) => one.at - other.at);
for (const same of Map.groupBy(questions, ({ key }) => key).values())
  for (const [index, one] of same.entries()) one.isAgain = same[index + 1]?.at <= one.at + AGAIN_MS;

const isHelped = ({ outcome, chosen, rating }) =>
  outcome === 'answered' || chosen !== null || (outcome === 'shown' && rating === 'up');
const results = { resolved: 0, person: 0, down: 0, again: 0, unanswered: 0 };
for (const asked of Map.groupBy(questions, ({ conversation }) => conversation).values()) {
  const [{ conversation }] = asked;
  if (conversation.wantedHuman || conversation.calledPerson) results.person++;
  else if (asked.some(({ rating }) => rating === 'down')) results.down++;
  else if (asked.some(({ isAgain }) => isAgain)) results.again++;
  else results[asked.every(isHelped) ? 'resolved' : 'unanswered']++;
}
const all = Object.values(results).reduce((sum, count) => sum + count, 0);
console.log(JSON.stringify({ ...results, percent: all === 0 ? null : Math.round((100 * results.resolved) / all) }));
