import fc from 'fast-check';
import { expect, test } from 'vitest';
import { authorityOf } from '../../src/server/knowledge/capture/authority.ts';
import { elementsOf } from '../../src/server/knowledge/capture/page-tree.ts';
import { parseHtml } from '../../src/server/knowledge/capture/parse-html.ts';

test('origin and host of an address are those that the URL parser finds, whatever follows them', () => {
  const piece = fc.constantFrom(
    ...[
      'http://',
      'https://',
      'ftp://',
      'HTTP://',
      '//',
      'loja',
      '.',
      'com',
      'www.',
      'É',
      'xn--',
      '%41',
      '127.1',
      '[::1]',
    ],
    ...[':', ':80', ':443', ':08080', ':99999', '@', '\\', '/', '?', '#', ' ', '\t', '\n', 'a', '..', '-', '_'],
  );
  const address = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        address,
        address.map((rest) => `http://loja.example:8080/${rest}`),
        address.map((rest) => `http://loja${rest}`),
      ),
      (text) => {
        const url = URL.parse(text);
        expect(authorityOf(text), text).toEqual(url && { origin: url.origin, host: url.host });
      },
    ),
    { numRuns: 5_000 },
  );
});

test('a text is plain only when its spaces are single ones and before no mark', () => {
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
  expect(elementsOf(parseHtml('<p>Uma frase.</p>').root)[0]!.plainText).toBe('Uma frase.');
});
