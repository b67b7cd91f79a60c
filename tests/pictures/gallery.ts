import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokensCss } from '../../src/console/theme/tokens.ts';
import type { State } from './answers.ts';

/** A picture and the problems found in it. */
export interface Picture {
  file: string;
  screen: string;
  state: State;
  theme: string;
  width: number;
  findings: string[];
}

const STYLES = `
body { margin: 0; padding: 24px 32px 64px; background: var(--ground); color: var(--text); font: 14px/22px var(--font); }
h1 { font-size: 20px; line-height: 28px; margin: 0; } h2 { font-size: 16px; margin: 32px 0 12px; }
p { color: var(--quiet); margin: 4px 0 16px; }
nav { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px; padding: 12px 0; background: var(--ground); }
select, input, button { font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--edge);
  border-radius: var(--radius); padding: 4px 8px; }
.row { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start; }
figure { margin: 0; padding: 8px; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius-card);
  max-width: 420px; }
figure[data-bad='true'] { border-color: var(--danger); }
img { display: block; height: 260px; max-width: 100%; object-fit: cover; object-position: top left;
  border-radius: var(--radius-inner); }
figcaption { color: var(--quiet); margin-top: 6px; font-size: 12px; line-height: 18px; overflow-wrap: anywhere; }
li { color: var(--danger); } ul { margin: 4px 0 0; padding-left: 16px; }
`;

const SIEVE = `
const sieve = document.querySelector('nav');
sieve.addEventListener('input', () => {
  const wanted = [...sieve.querySelectorAll('select')].filter(({ value }) => value);
  const typed = sieve.querySelector('input').value;
  for (const one of document.querySelectorAll('figure')) {
    const isBad = !sieve.bad || one.dataset.bad === 'true';
    one.hidden = !(isBad && one.dataset.screen.includes(typed) && wanted.every(({ name, value }) => one.dataset[name] === value));
  }
  for (const one of document.querySelectorAll('section')) one.hidden = !one.querySelector('figure:not([hidden])');
});
sieve.querySelector('button').addEventListener('click', ({ target }) => {
  sieve.bad = !sieve.bad;
  target.setAttribute('aria-pressed', sieve.bad);
  sieve.dispatchEvent(new Event('input'));
});
document.querySelector('#theme').addEventListener('click', () => {
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === 'light' ? 'dark' : 'light';
});
`;

const safe = (text: unknown) =>
  String(text).replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] as string,
  );

const figure = ({ file, screen, state, theme, width, findings }: Picture) => `
<figure data-screen="${safe(screen)}" data-state="${state}" data-theme="${theme}" data-width="${width}" data-bad="${findings.length > 0}">
  <a href="${safe(file)}"><img loading="lazy" src="${safe(file)}" alt="${safe(screen)}, ${state}, ${theme}, ${width} px" /></a>
  <figcaption>${state} · ${theme} · ${width} px${findings.length > 0 ? `<ul>${findings.map((one) => `<li>${safe(one)}</li>`).join('')}</ul>` : ''}</figcaption>
</figure>`;

const choice = (name: string, values: readonly unknown[]) =>
  `<select name="${name}" aria-label="${name}"><option value="">every ${name}</option>${values.map((one) => `<option>${safe(one)}</option>`).join('')}</select>`;

/** Writes `index.html` next to the pictures: grouped by screen, with filters and findings. */
export function writeGallery(folder: string, pictures: readonly Picture[]): void {
  const screens = Map.groupBy(pictures, ({ screen }) => screen);
  const all = <K extends keyof Picture>(key: K) => [...new Set(pictures.map((one) => one[key]))];
  const sections = [...screens].map(
    ([screen, ones]) =>
      `<section><h2>${safe(screen)}</h2><div class="row">${ones.map(figure).join('')}</div></section>`,
  );
  const bad = pictures.filter(({ findings }) => findings.length > 0).length;
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en" data-theme="dark"><meta charset="utf-8"><title>Prosa: pictures</title>
<style>${tokensCss()}${STYLES}</style>
<h1>Prosa, screen by screen</h1><p>${pictures.length} pictures of ${screens.size} screens; ${bad} with findings.</p>
<nav><input type="search" placeholder="screen" aria-label="screen">${choice('state', all('state'))}${choice('theme', all('theme'))}${choice('width', all('width'))}
<button type="button" aria-pressed="false">with findings</button><button type="button" id="theme">dark or light</button></nav>
${sections.join('')}<script>${SIEVE}</script></html>`,
  );
}
