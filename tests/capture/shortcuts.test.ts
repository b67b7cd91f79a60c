import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractBlocks } from '../../src/reading/capture/extract-blocks.ts';
import { inlineText, tidy } from '../../src/reading/capture/inline-text.ts';
import { readPageMetadata } from '../../src/reading/capture/page-metadata.ts';
import { elementsOf } from '../../src/reading/capture/page-tree.ts';
import { parseHtml } from '../../src/reading/capture/parse-html.ts';
import { ReportedLinks } from '../../src/reading/capture/reported-links.ts';

test('a text is plain only with single spaces and none before punctuation', () => {
  const piece = fc.constantFrom(
    'a',
    'b c',
    ' ',
    '\n',
    '\u00a0',
    '\u200b',
    '\u3000',
    '.',
    ' !',
    '&amp;',
    '&#32;',
    '<!-- -->',
    'é',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const [element] = elementsOf(parseHtml(`<p>${pieces.join('')}</p>`).root);
      const text = element!.plainText;
      if (text !== null) expect(text).not.toMatch(/ {2}|[^\S ]|\u200b| [,.;:!?)]/);
    }),
    { numRuns: 2_000 },
  );
  expect(elementsOf(parseHtml('<p>Uma frase, e fim.</p>').root)[0]!.plainText).toBe('Uma frase, e fim.');
});

test('tidies inline text, whatever its pieces are', () => {
  const text = fc.constantFrom('a', 'b ', ' c', ' ', ',', ' ,', '. ', '  ', '\n', '&nbsp;', '&#32;', 'é)', '<!-- -->');
  const piece = fc.oneof(
    text,
    fc
      .tuple(fc.constantFrom('b', 'span', 'a', 'a href="tel:1155550100"'), fc.array(text, { maxLength: 3 }))
      .map(([tag, texts]) => `<${tag}>${texts.join('')}</${tag.split(' ')[0]}>`),
    fc.constantFrom('<br>', '<i>x<b> y</b></i>', '<a>z <i>.</i></a>'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const html = `<p>${pieces.join('')}</p>`;
      const { root } = parseHtml(html);
      const paragraphs = inlineText(elementsOf(root)[0]!)
        .split(/\n\s*\n/)
        .map((paragraph) => tidy(paragraph))
        .filter((paragraph) => /[\p{L}\p{N}]/u.test(paragraph));
      expect(
        extractBlocks({ root, heading: null }).map(({ text }) => text),
        html,
      ).toEqual(paragraphs);
    }),
    { numRuns: 4_000 },
  );
});

test('returns each link of a crawl once, also with the shortcut for known links', () => {
  const href = fc.constantFrom(
    ...['/a', '/a?', '/a?b=1', '/a#b', '/a/../b', '/b', 'b', './a', '//loja.example/a', '//outra.example/a', '/', ''],
    ...['https://loja.example/a', 'http://loja.example/a', 'HTTPS://LOJA.example/b', 'https://u:p@loja.example/a'],
    ...['https://loja.example//a', '//a', '/ç', '/%C3%A7', '/a ', ' /a', '/\\a', 'mailto:a@b', 'javascript:1', '/a;b'],
  );
  const base = fc.constantFrom('', '', '<base href="/pasta/">', '<base href="https://outra.example/">');
  const page = fc.record({
    url: fc.constantFrom('https://loja.example/a', 'https://loja.example/pasta/b', 'http://loja.example/c'),
    html: fc.tuple(base, fc.array(href, { maxLength: 6 }), base).map(([first, hrefs, then]) => {
      const links = hrefs.map((one) => `<a href="${one}">x</a>`);
      return `${first}${links.slice(0, 3).join('')}${then}${links.slice(3).join('')}`;
    }),
  });
  fc.assert(
    fc.property(fc.array(page, { maxLength: 5 }), (pages) => {
      const reported = new ReportedLinks(1_000);
      const seen = new Set<string>();
      for (const { url, html } of pages) {
        const tree = parseHtml(html);
        const fresh = readPageMetadata(tree, url, {}).links.filter((link) => !seen.has(link));
        for (const link of fresh) seen.add(link);
        expect(reported.takeNew(readPageMetadata(tree, url, {}, reported).links), html).toEqual(fresh);
      }
    }),
    { numRuns: 3_000 },
  );
});
