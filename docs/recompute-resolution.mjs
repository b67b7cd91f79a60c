/*
 * Recomputes the share of resolved questions of the screen Monitoramento from an export of the conversations as JSON
 * Lines: node recompute-resolution.mjs conversas.jsonl 2026-11-01 2026-11-30
 * Days are in America/Sao_Paulo, both inclusive. Counts conversations on sites; more types can follow: preview demo.
 * A plan without visitors' feedback exports no ratings, so confirmed lines (`shown` with `up`) count as shown.
 */
import { readFileSync } from 'node:fs';

const [file, from, to, ...types] = process.argv.slice(2);
const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'America/Sao_Paulo' });
const counts = { helped: 0, shown: 0, unanswered: 0 };

function kindOf({ outcome, chosen, rating }) {
  if (outcome === 'answered' || chosen || (outcome === 'shown' && rating === 'up')) return 'helped';
  if (outcome === 'shown') return 'shown';
  return outcome === 'unknown' || outcome === 'suggested' ? 'unanswered' : null;
}

for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
  const { type, exchanges } = JSON.parse(line);
  if (!['widget', ...types].includes(type)) continue;
  for (const exchange of exchanges) {
    const asked = day.format(new Date(exchange.askedAt));
    const kind = kindOf(exchange);
    if (kind && asked >= from && asked <= to) counts[kind] += 1;
  }
}
const all = counts.helped + counts.shown + counts.unanswered;
const percent = all === 0 ? null : Math.round((counts.helped / all) * 100);
console.log(JSON.stringify({ ...counts, percent }));
