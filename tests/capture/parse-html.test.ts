import { expect, test } from 'vitest';
import { eachElement, elementsOf, rawText } from '../../src/reading/capture/page-tree.ts';
import { parseHtml } from '../../src/reading/capture/parse-html.ts';

test('stops the tree at the maximum depth and number of elements and keeps what came before', () => {
  const deep = parseHtml(`<p>antes</p>${'<div>'.repeat(2_000)}fundo`);
  expect(rawText(deep.root)).toBe('antes');
  let depth = 0;
  for (let at = elementsOf(deep.root).at(-1); at; at = elementsOf(at)[0]) depth++;
  expect(depth).toBe(400);
  expect(elementsOf(parseHtml(`${'<br>'.repeat(70_000)}<p>fim</p>`).root)).toHaveLength(60_000);
});

test('ignores elements and texts beyond the limit, although they can close open elements', () => {
  const { root, metadataElements } = parseHtml(`${'<b>'.repeat(400)}x<i>fora</i></b></b><a href="/fora">fora</a>`);
  expect(rawText(root)).toBe('x');
  expect(metadataElements).toEqual([]);
  let elements = 0;
  eachElement(root, () => void elements++);
  expect(elements).toBe(400);
});
