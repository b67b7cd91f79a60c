// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LinkRule } from '../../src/shared/chat-protocol.ts';
import { answerPainter, plainText, renderAnswer } from '../../src/widget/answer.ts';
import { dangersOf, elementsOf, htmlOf } from './html.ts';

const OUT = 'target="_blank" rel="noopener noreferrer nofollow"';
const html = (text: string, links: LinkRule[] = []) => htmlOf(renderAnswer(text, links));
const partial = (text: string) => {
  const into = document.createElement('div');
  answerPainter(into).paint(text);
  return into.innerHTML;
};

const tableOf = ([head, ...rows]: string[][]) => {
  const row = (cells: string[], open: string, close: string) =>
    `<tr>${cells.map((cell) => `<${open}>${cell}</${close}>`).join('')}</tr>`;
  const body = rows.map((cells) => row(cells, 'td', 'td')).join('');
  return `<div class="table" tabindex="0"><table>${row(head!, 'th scope="col"', 'th')}${body}</table></div>`;
};

describe('rendering an answer', () => {
  it.each([
    ['paragraphs and line ends', 'Olá.\nTudo bem?\n\nSim.', '<p>Olá.<br>Tudo bem?</p><p>Sim.</p>'],
    [
      'bold and italics',
      '**a** *b* __c__ _d_ ***e***',
      '<p><strong>a</strong> <em>b</em> <strong>c</strong> <em>d</em> <strong><em>e</em></strong></p>',
    ],
    [
      'bold around italics',
      '**a *b* c** *d **e***',
      '<p><strong>a <em>b</em> c</strong> <em>d <strong>e</strong></em></p>',
    ],
    [
      'stars that are not emphasis',
      '2 * 3 * 4, R$ 10* e snake_case_name, 2*3*4',
      '<p>2 * 3 * 4, R$ 10* e snake_case_name, 2*3*4</p>',
    ],
    ['escaped characters', '\\*a\\* 1\\. \\\\', '<p>*a* 1. \\</p>'],
    ['inline code', 'use `a **b**` e ``c ` d``', '<p>use <code>a **b**</code> e <code>c ` d</code></p>'],
    ['a lone backtick', 'um ` só', '<p>um ` só</p>'],
    [
      'a code block',
      'veja:\n```js\na < b\n\n**c**\n```\nfim',
      '<p>veja:</p><pre tabindex="0"><code>a &lt; b\n\n**c**</code></pre><p>fim</p>',
    ],
    ['a list', '- a\n- **b**\n* c', '<ul><li>a</li><li><strong>b</strong></li><li>c</li></ul>'],
    [
      'a list after a paragraph, spaced',
      'Veja:\n1. a\n\n2. b\n\nfim',
      '<p>Veja:</p><ol><li>a</li><li>b</li></ol><p>fim</p>',
    ],
    ['numbers that start later', '3) a\n4) b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['lists in lists', '1. a\n   - b\n   - c\n2. d', '<ol><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol>'],
    ['an item over two lines', '- a\n  b\n- c', '<ul><li>a<br>b</li><li>c</li></ul>'],
    ['headings are bold lines', '## Prazos ##\ntexto', '<p><strong>Prazos</strong></p><p>texto</p>'],
    ['quotes and rules are plain', '> a\n> b\n\n---\n\nc', '<p>a<br>b</p><p>c</p>'],
    ['a link', '[a *b*](https://x.example/p "t")', `<p><a href="https://x.example/p" ${OUT}>a <em>b</em></a></p>`],
    ['a mail link', '[a](mailto:a@x.example)', `<p><a href="mailto:a@x.example" ${OUT}>a</a></p>`],
    ['brackets in an address', '[a](https://x.example/p_(q))', `<p><a href="https://x.example/p_(q)" ${OUT}>a</a></p>`],
    ['an address that may not be linked to', '[a](javascript:alert(1)) [b](/c)', '<p>a b</p>'],
    [
      'bare addresses',
      'Veja https://x.example/a_b, ou (https://x.example/c).',
      `<p>Veja <a href="https://x.example/a_b" ${OUT}>https://x.example/a_b</a>, ou (<a href="https://x.example/c" ${OUT}>https://x.example/c</a>).</p>`,
    ],
    [
      'a bare e-mail',
      'Escreva a oi@loja.example.',
      `<p>Escreva a <a href="mailto:oi@loja.example" ${OUT}>oi@loja.example</a>.</p>`,
    ],
    ['an image becomes its alternative text', '![um gato](https://x.example/g.png) fim', '<p>um gato fim</p>'],
    [
      'brackets that are not a link',
      'veja [1] e [a [b](https://x.example)',
      `<p>veja [1] e [a <a href="https://x.example/" ${OUT}>b</a></p>`,
    ],
    ['tags are text', '<b>a</b> <brx>', '<p>&lt;b&gt;a&lt;/b&gt; &lt;brx&gt;</p>'],
    ['line breaks', 'a<br>b<BR/>c<br />d', '<p>a<br>b<br>c<br>d</p>'],
    ['struck text', '~~R$ 10~~ R$ 8, ~10 min, ~~~a', '<p><del>R$ 10</del> R$ 8, ~10 min, ~~~a</p>'],
    [
      'entities',
      'R$&nbsp;10 &amp; mais &#233;&#xE9; &eacute;&Ccedil;&atilde;o &quot;x&quot;&hellip;',
      '<p>R$&nbsp;10 &amp; mais éé éÇão "x"…</p>',
    ],
    [
      'unknown entities',
      'a&nada; &constructor; & &#9999999; &',
      '<p>a&amp;nada; &amp;constructor; &amp; &amp;#9999999; &amp;</p>',
    ],
    ['entities that spell markup', '&lt;br&gt; &#42;&#42;a&#42;&#42; &#8238;b', '<p>&lt;br&gt; **a** b</p>'],
    ['entities in code', '`a &amp; b`', '<p><code>a &amp;amp; b</code></p>'],
    [
      'entities in addresses',
      '[a](https://x.example/?b&amp;c) [a](java&#115;cript:b) https://x.example/?b&amp;c.',
      `<p><a href="https://x.example/?b&amp;c" ${OUT}>a</a> a <a href="https://x.example/?b&amp;c" ${OUT}>https://x.example/?b&amp;c</a>.</p>`,
    ],
    [
      'a table after a line',
      'Preços:\n| Porte | **Preço** |\n|:--|--:|\n| P | R$ 45<br>à vista |\n| a\\|b |\nFim',
      `<p>Preços:</p>${tableOf([
        ['Porte', '<strong>Preço</strong>'],
        ['P', 'R$ 45<br>à vista'],
        ['a|b', ''],
      ])}<p>Fim</p>`,
    ],
    [
      'a table without outer pipes',
      'A | B\n---|---\nc | d',
      tableOf([
        ['A', 'B'],
        ['c', 'd'],
      ]),
    ],
    ['a table of one column', '| A |\n|---|\n| b |', tableOf([['A'], ['b']])],
    ['cells beyond the head', '|A|\n|-|\n|b|c|', tableOf([['A'], ['b', 'c']])],
    ['pipes that are not a table', 'a | b\n\n|c\n---\n| d |', '<p>a | b</p><p>|c</p><p>| d |</p>'],
    ['nothing', ' \n ', ''],
  ])('renders %s', (_name, text, expected) => expect(html(text)).toBe(expected));

  it.each([
    ['open bold', 'Até **3 di', '<p>Até <strong>3 di</strong></p>'],
    ['half a marker', 'Até **3 dias*', '<p>Até <strong>3 dias</strong></p>'],
    ['an incomplete formatting marker', 'Até **', '<p>Até </p>'],
    ['open code', 'use `a', '<p>use <code>a</code></p>'],
    ['an open link', 'veja [a página](https://x.exa', '<p>veja a página</p>'],
    ['an incomplete link', 'veja [a', '<p>veja a</p>'],
    ['an incomplete bare address', 'veja https://x.exam', '<p>veja https://x.exam</p>'],
    ['an incomplete list item', '- a\n-', '<ul><li>a</li></ul>'],
    ['a number that may begin an item', 'veja\n1', '<p>veja</p>'],
    ['an incomplete fence', 'veja\n``', '<p>veja</p>'],
    ['the head of a table', 'Veja:\n| A | B |', '<p>Veja:</p>'],
    ['an incomplete line below it', '| A | B |\n| ', ''],
    ['the beginning of a table', '| A | B |\n|--', tableOf([['A', 'B']])],
    [
      'an incomplete row',
      '| A | B |\n|---|---|\n| **c',
      tableOf([
        ['A', 'B'],
        ['<strong>c</strong>', ''],
      ]),
    ],
    ['an incomplete entity', 'a &nbs', '<p>a </p>'],
    ['an incomplete line break', 'a<br', '<p>a</p>'],
    ['open struck text', '~~a', '<p><del>a</del></p>'],
    ['an open code block', '```\na', '<pre tabindex="0"><code>a</code></pre>'],
  ])('renders while streaming: %s', (_name, text, expected) => expect(partial(text)).toBe(expected));

  const word = fc.oneof(
    fc.constantFrom(
      '**',
      '*',
      '_',
      '`',
      '```',
      '[',
      '](',
      ')',
      '- ',
      '1. ',
      '## ',
      '> ',
      '\n',
      '\n\n',
      '  ',
      ' ',
      '\\',
      '~~',
      '|',
      '|---|',
      '&amp;',
      '&#8238;',
      '<br>',
    ),
    fc.constantFrom('ação', 'Frete', 'frete grátis', 'https://x.example/a', 'a@x.example', '<b>', '😀', 'e\u0301', '!'),
  );
  const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(''));
  const links: LinkRule[] = [
    { word: 'frete', link: 'https://x.example/frete', caseSensitive: false },
    { word: 'ação', link: 'https://x.example/acao', caseSensitive: true },
  ];

  it('renders the same elements wherever the text was split', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 12 }), (answer, cuts) => {
        const into = document.createElement('div');
        const painter = answerPainter(into);
        for (const cut of cuts.map((each) => each % (answer.length + 1)).sort((a, b) => a - b)) {
          painter.paint(answer.slice(0, cut));
          expect(into.innerHTML).toBe(partial(answer.slice(0, cut)));
        }
        painter.finish(answer, links);
        expect(into.innerHTML).toBe(html(answer, links));
      }),
      { numRuns: 500 },
    );
  });

  it('uses only the allowed elements', () => {
    const closed = [
      'P',
      'UL',
      'OL',
      'LI',
      'STRONG',
      'EM',
      'DEL',
      'CODE',
      'PRE',
      'A',
      'BR',
      'DIV',
      'TABLE',
      'TR',
      'TH',
      'TD',
    ];
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 80 })), (answer) => {
        const elements = elementsOf(renderAnswer(answer, links));
        for (const each of elements) expect(closed).toContain(each.nodeName);
        expect(dangersOf(elements)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('renders hostile text quickly', () => {
    for (const hostile of [
      '*a ',
      '**a',
      '[',
      '[a](',
      '`a``',
      '_a',
      '***',
      '![',
      'a@',
      '> ',
      '- ',
      '\\',
      'https://(',
      '~~a',
      '|',
      '|-',
      '|-\n',
      '&',
      '&#',
      '<br',
    ]) {
      const start = process.threadCpuUsage();
      renderAnswer(hostile.repeat(8_000 / hostile.length), links);
      expect(process.threadCpuUsage(start).user, hostile).toBeLessThan(1_500_000);
    }
  });

  it('keeps unchanged blocks while the answer grows', () => {
    const into = document.createElement('div');
    const painter = answerPainter(into);
    painter.paint('Um.\n\nDois.\n\nTr');
    const first = into.firstChild;
    painter.paint('Um.\n\nDois.\n\nTrês.\n\n- quatro');
    expect(into.firstChild).toBe(first);
    expect(into.textContent).toBe('Um.Dois.Três.quatro');
  });

  it('converts tables to lines with tabs', () => {
    const answer = renderAnswer('Veja:\n\n| A | B |\n|---|---|\n| c | d |\n\nFim.', []);
    expect(plainText(answer).trim()).toBe('Veja:\n\nA\tB\nc\td\n\nFim.');
  });

  it('converts to plain text', () => {
    const answer = renderAnswer('Veja **isto**:\n\n- a\n- b\n  1. c\n  2. d\n\nFim\ncerto.', []);
    expect(plainText(answer).trim()).toBe('Veja isto:\n\n• a\n• b\n  1. c\n  2. d\n\nFim\ncerto.');
  });
});
