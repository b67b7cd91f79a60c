import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { capturePage } from '../../src/reading/capture/capture-page.ts';
import { keyOf } from '../../src/reading/left-out.ts';

const pageOf = (body: string, chosen: readonly string[] = []) =>
  capturePage(
    {
      url: 'https://loja.example/a',
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      redirects: 0,
      body: Buffer.from(`<title>Loja</title>${body}`),
    },
    { chosen: new Set(chosen.map(keyOf)) },
  ).document;
const main = (inner: string) =>
  `<main><h1>Entrega</h1><p>Entregamos em todo o país em até dez dias úteis.</p>${inner}<h2>Trocas</h2><p>Trocamos em sete dias corridos.</p></main>`;
const TEXT = 'A taxa de urgência é de doze reais por pedido.';

test.each([
  ['hidden', main(`<p class="d-none">${TEXT}</p>`)],
  ['hidden', main(`<p style="display: none">${TEXT}</p>`)],
  ['hidden', main(`<p hidden>${TEXT}</p>`)],
  ['machine', main(`<p class="sr-only">${TEXT}</p>`)],
  ['machine', main(`<template><p>${TEXT}</p></template>`)],
  ['notice', main(`<div class="newsletter"><p>${TEXT}</p></div>`)],
  ['hidden', `<div role="dialog"><p>${TEXT}</p></div>${main('')}`],
  ['hidden', main(`<dialog id="d"><p>${TEXT}</p></dialog>`)],
  ['hidden', `${main('')}<div class="modal fade" id="d"><div class="modal-dialog"><p>${TEXT}</p></div></div>`],
  ['form', main(`<label for="x">${TEXT}</label><select id="x"><option>1</option></select>`)],
  ['menu', main(`<aside>${TEXT}</aside>`)],
  ['menu', `${main('')}<footer>${TEXT}</footer>`],
  ['outside', `${main('')}<div>${TEXT}</div>`],
] as const)('a text that is %s is listed, and taken in when it is chosen: %j', (reason, body) => {
  const listed = pageOf(body);
  expect(listed.leftOut).toEqual([{ reason, text: TEXT }]);
  expect(JSON.stringify(listed.blocks)).not.toContain(TEXT);
  const taken = pageOf(body, [TEXT]);
  expect(taken.leftOut).toEqual([{ reason, text: TEXT, isTaken: true }]);
  expect(taken.blocks.filter(({ text }) => text === TEXT)).toHaveLength(1);
});

it('takes a text in where it stood', () => {
  const { blocks } = pageOf(main(`<p hidden>${TEXT}</p>`), [TEXT]);
  expect(blocks.map(({ text }) => text).slice(1, 4)).toEqual([
    'Entregamos em todo o país em até dez dias úteis.',
    TEXT,
    'Trocas',
  ]);
});

it('lists no scripts, no single words and nothing that the text has too', () => {
  const body = main(
    `<script>var a = 1</script><button>Comprar</button><p hidden>Trocamos em sete dias corridos.</p><nav><a href="/">Início</a></nav>`,
  );
  expect(pageOf(body).leftOut).toEqual([]);
});

it('lists at most 200 texts of 500 characters, and those that are chosen', () => {
  const texts = Array.from({ length: 230 }, (_, at) => `Texto escondido de número ${at} ${'muito '.repeat(100)}longo.`);
  const body = main(texts.map((text) => `<p hidden>${text}</p>`).join(''));
  const { leftOut = [] } = pageOf(body, [texts[229]!]);
  expect(leftOut).toHaveLength(201);
  expect(Math.max(...leftOut.map(({ text }) => text.length))).toBe(500);
  expect(leftOut.at(-1)).toMatchObject({ isTaken: true });
});

it('knows a text again by its beginning, whatever its case, spaces and marker', () => {
  const word = fc.stringMatching(/^[a-zà-ú]{1,9}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 120 }), fc.constantFrom('', '- ', '3. '), (words, marker) => {
      const text = words.join(' ');
      expect(keyOf(`${marker}${words.join('  ').toUpperCase()}`)).toBe(keyOf(text));
      expect(keyOf(text.slice(0, 500))).toBe(keyOf(text));
      expect(keyOf(`x${text}`)).not.toBe(keyOf(text));
    }),
  );
});
