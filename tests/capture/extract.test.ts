import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { capturePage, type ParsedPage } from '../../src/reading/capture/capture-page.ts';
import { decodeHtml } from '../../src/reading/capture/charset.ts';
import { unusableReason } from '../../src/reading/capture/judge-page.ts';

const read = (html: string, headers: Record<string, string> = {}): ParsedPage =>
  capturePage({
    url: 'https://loja.example/pagina',
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    body: Buffer.from(html),
    redirects: 0,
  });
const body = (html: string) =>
  read(`<!doctype html><html lang="pt-br"><head><title>T</title></head><body>${html}</body></html>`);
const blocksOf = (page: ParsedPage) =>
  page.document.blocks.map(({ kind, text, level }) =>
    level ? `h${level} ${text}` : kind === 'paragraph' ? text : `${kind}: ${text}`,
  );
const lorem =
  'Trabalhamos com queijos curados em caverna desde 1998 e entregamos em todo o Brasil com gelo reciclável. ';

describe('structure', () => {
  test('keeps headings, paragraphs, lists and line breaks', () => {
    const page = body(`<main><h1> Sobre  a <b>loja</b></h1><p>Rua A, 10<br>Centro</p>solto <i>no</i> meio
      <div>Outra <span>linha</span></div><ul><li>Um<li>Dois <ul><li>Dois e meio</ul><li>Três</ul><ol start=3><li>Abra<li>Feche</ol><h3>Fim&nbsp;!</h3><hr>•</main>`);
    expect(blocksOf(page)).toEqual([
      'h1 Sobre a loja',
      'Rua A, 10\nCentro',
      'solto no meio',
      'Outra linha',
      'list: - Um\n- Dois\n  - Dois e meio\n- Três',
      'list: 3. Abra\n4. Feche',
      'h3 Fim!',
    ]);
  });

  test('reads tables by row and repeats cells that span several rows or columns', () => {
    const page = body(`<main><table><caption>Preços</caption><thead><tr><th>Plano<th>Mensal<th>Anual</thead>
      <tr><td rowspan=2>Básico<td>R$ 10<td>R$ 100</tr><tr><td colspan=2>sob <b>consulta</b></tr><tr><td colspan=3>Sem fidelidade</tr></table></main>`);
    expect(blocksOf(page)).toEqual([
      'Preços',
      'table: Plano | Mensal | Anual\nBásico | R$ 10 | R$ 100\nBásico | sob consulta | sob consulta\nSem fidelidade',
    ]);
  });

  test('reads the contents of layout tables as normal text', () => {
    const page = body(
      `<table><tr><td><h2>Horário</h2><p>Das 9h às 18h</p></td><td><table><tr><td>Seg<td>Sim<tr><td>Dom<td>Não</table></td></tr></table>`,
    );
    expect(blocksOf(page)).toEqual(['h2 Horário', 'Das 9h às 18h', 'table: Seg | Sim\nDom | Não']);
  });

  test('reads lists of cards, and links around cards, as normal content', () => {
    const page = body(
      `<main><ul><li><h3>Corte</h3><p>R$ 40</p></li><li><h3>Barba</h3><p>R$ 30</p></li></ul><a href="/x"><div><h3>Combo</h3><p>R$ 60</p></div></a></main>`,
    );
    expect(blocksOf(page)).toEqual(['h3 Corte', 'R$ 40', 'h3 Barba', 'R$ 30', 'h3 Combo', 'R$ 60']);
  });

  test('reads the first lines of cards side by side as their headings', () => {
    const card = (name: string, price: string, more: string) =>
      `<div class="plan"><div>${name}</div><div><span>R$</span><span>${price}</span></div><div>por mês</div><div>${more}</div></div>`;
    const page = body(
      `<main><h1>Planos</h1>${card('Turma de 8', '389', 'Material incluso')}${card('Particular', '95', 'Pacote: R$ 850')}</main>`,
    );
    expect(blocksOf(page)).toEqual([
      'h1 Planos',
      ...['h3 Turma de 8', 'R$389', 'por mês', 'Material incluso'],
      ...['h3 Particular', 'R$95', 'por mês', 'Pacote: R$ 850'],
    ]);
    // Entries that end with their price, and texts.
    const others = [
      ['X-Bacon', 'Pão, hambúrguer e bacon', 'R$ 26,00'],
      ['Fazemos pães.', 'Todos os dias.', 'Desde 1998.'],
    ];
    for (const lines of others) {
      const one = (mark: string) => `<div class="x">${lines.map((line) => `<p>${line}${mark}</p>`).join('')}</div>`;
      expect(blocksOf(body(`<main>${one('')}${one(' ')}</main>`)).join('\n')).not.toMatch(/^h\d/m);
    }
  });

  test('reads the name of a card behind what only one has before it, and what follows the cards apart', () => {
    const card = (badge: string, name: string) =>
      `<div class="c">${badge}<div class="n">${name}</div><p>Com aparelhos.</p><p>50 minutos</p></div>`;
    const cards =
      card('<span class="tag">Mais procurada</span>', 'Em grupo') + card('', 'Individual') + card('', 'Em dupla');
    const page = body(`<main><h2>Aulas</h2><div>${cards}</div><p>Crianças pagam metade.</p></main>`);
    expect(blocksOf(page)).toEqual([
      'h2 Aulas',
      ...['h3 Em grupo', 'Mais procurada', 'Com aparelhos.', '50 minutos'],
      ...['h3 Individual', 'Com aparelhos.', '50 minutos'],
      ...['h3 Em dupla', 'Com aparelhos.', '50 minutos'],
      'Crianças pagam metade.',
    ]);
    expect(page.document.blocks.at(-1)!.isApart).toBe(true);
  });

  test('reads rows and pairs that only a style sheet makes', () => {
    const row = (day: string, hours: string) => `<div class="row"><div>${day}</div><div>${hours}</div></div>`;
    const rows = row('Segunda e quarta', '7h e 8h') + row('Sábado', '9h');
    const pair = '<div><span class="lbl">Visitas</span><span class="val">terça a sábado</span></div>';
    expect(blocksOf(body(`<main>${rows}${pair}</main>`))).toEqual([
      'Segunda e quarta: 7h e 8h',
      'Sábado: 9h',
      'Visitas terça a sábado',
    ]);
  });

  test('reads short definitions as list lines and long ones as sections', () => {
    const page = body(
      `<main><h2>Dados</h2><dl><dt>Telefone:</dt><dd>(11) 5555-0100</dd><dt>Prazo</dt><dd>3 dias</dd></dl><dl><dt>Posso trocar?</dt><dd><p>${lorem}</p><p>${lorem.replace('queijos', 'doces')}</p></dd></dl></main>`,
    );
    expect(blocksOf(page)).toEqual([
      'h2 Dados',
      'list: Telefone: (11) 5555-0100\nPrazo: 3 dias',
      'h3 Posso trocar?',
      lorem.trim(),
      lorem.replace('queijos', 'doces').trim(),
    ]);
  });

  test('reads accordion questions as headings and includes collapsed answers', () => {
    const page = body(`<main><h1>Dúvidas</h1>
      <details><summary>Aceitam Pix?</summary><p>Sim, com desconto.</p></details>
      <h2><button aria-expanded="false" aria-controls="r1">Entregam aos sábados?</button></h2><div id="r1" hidden><p>Entregamos até as 14h.</p></div>
      <button aria-expanded="false" aria-controls="r2">Qual é o prazo de troca?</button><div id="r2" style="display: none">Sete dias.</div>
      <input type=checkbox id=c><label for=c>Tem loja física?</label><div>Temos uma.</div><div role="tabpanel" aria-hidden="true">Painel dois</div></main>`);
    expect(blocksOf(page)).toEqual([
      'h1 Dúvidas',
      'h2 Aceitam Pix?',
      'Sim, com desconto.',
      'h2 Entregam aos sábados?',
      'Entregamos até as 14h.',
      'h3 Qual é o prazo de troca?',
      'Sete dias.',
      'h3 Tem loja física?',
      'Temos uma.',
      'Painel dois',
    ]);
  });

  test('includes phone numbers and email addresses of links', () => {
    const page = body(
      '<main><p><a href="tel:+551155550100">Ligue</a> ou <a href="mailto:a@b.example?subject=x">escreva</a>, <a href="tel:1155550100">(11) 5555-0100</a>.</p></main>',
    );
    expect(blocksOf(page)).toEqual(['Ligue (telefone 11 5555-0100) ou escreva (a@b.example), (11) 5555-0100.']);
    const chats = body(
      '<main><p><a href="https://wa.me/5511955550100?text=oi">Chame</a> ou <a href="https://api.whatsapp.com/send?text=oi&phone=5511955550100">converse</a>, <a href="https://wa.me/5511955550100">(11) 95555-0100</a>.</p></main>',
    );
    const hidden = '(WhatsApp 11 95555-0100)';
    expect(blocksOf(chats)).toEqual([`Chame ${hidden} ou converse ${hidden}, (11) 95555-0100.`]);
  });

  test('keeps repeated texts once, except short ones', () => {
    const page = body(`<main><p>${lorem}</p><p>R$ 10</p><p>${lorem}</p><p>R$ 10</p></main>`);
    expect(blocksOf(page)).toEqual([lorem.trim(), 'R$ 10', 'R$ 10']);
  });
});

describe('main text', () => {
  const menu =
    '<ul><li><a href="/a">Início</a><li><a href="/b">Serviços</a><li><a href="/c">Blog</a><li><a href="/d">Contato</a></ul>';
  const text = 'Telefone (11) 5555-0100, de segunda a sexta.';

  test.each([
    ['nav', `<nav>${menu}</nav>`],
    ['footer', `<footer><p>© 2026 ${lorem}</p></footer>`],
    ['header', `<header><a href="/">Loja</a>${menu}</header>`],
    ['aside', `<aside><h3>Leia também</h3>${menu}</aside>`],
    ['a menu by role', `<div role="navigation">${menu}</div>`],
    ['a menu recognised only by its structure', `<div class="x1">${menu}</div>`],
    ['a footer by name', `<div id="rodape"><p>${text} CNPJ 00</p></div>`],
    ['breadcrumbs', '<div class="breadcrumbs"><a href="/">Início</a> › Contato</div>'],
    [
      'scripts, styles, templates',
      '<script>var a = "<p>oi</p>"</script><style>p{}</style><template><p>molde</p></template><noscript>Ative o JavaScript</noscript><svg><title>Ícone</title><text>x</text></svg>',
    ],
    [
      'hidden things',
      '<p hidden>um</p><p style="color:red;display:none">dois</p><div class="d-none">três</div><span class="sr-only">quatro</span>',
    ],
    [
      'forms',
      '<form><label>Nome <input name=n></label><select><option>SP</select><textarea>escreva</textarea><button>Enviar</button></form>',
    ],
    ['a cookie dialog', '<div role="dialog"><p>Usamos cookies.</p><button>Aceitar</button></div>'],
    ['a cookie notice by name', `<div id="onetrust-banner-sdk"><p>${lorem}</p><button>Ok</button></div>`],
    [
      'a cookie notice with no name',
      '<div class="x9"><div><p>Este site usa cookies para melhorar a sua experiência de navegação.</p></div><a href="/lgpd">Saiba mais</a><button>Aceitar</button></div>',
    ],
    ['a newsletter', '<section class="newsletter-box"><h3>Assine</h3><p>Receba ofertas no seu e-mail</p></section>'],
    ['a footer without links, by its copyright', '<div id="SITE_FOOTER"><p>Padaria</p><p>© 2026 por Padaria</p></div>'],
    ['praise by name', '<section class="home-depoimentos"><h2>Vozes</h2><p>Amei!</p></section>'],
    [
      'praise in quotes, with the heading above it alone',
      '<section><h2>Nossos alunos</h2><p>“Em um ano saí do zero.” - Bia</p><div><p>"Ambiente leve e sem decoreba!"</p><b>- Seu Osvaldo</b></div></section>',
    ],
    [
      'praise and the heading beside it',
      '<div><h2>Depoimentos</h2><div class="d"><p>“Festa impecável, comida farta!”</p><b>Renata, mãe da Lívia</b></div></div>',
    ],
    ['links that look like buttons', '<div><a class="btn btn-primary" href="/x"><span>Saiba mais</span></a></div>'],
    [
      'labels beside their fields',
      '<form><label>Nome</label><input><label>Recado</label><textarea></textarea><label>Seu nome<br><span><input></span></label></form>',
    ],
    ['shares', '<div class="social-share"><a href="#">Facebook</a> <a href="#">WhatsApp</a></div>'],
  ])('leaves out %s, with and without a main element', (_name, noise) => {
    const content = `<h1>Contato</h1><p>${text}</p>`;
    for (const html of [
      `${noise}<main>${content}</main>`,
      `<div>${content}</div>${noise}`,
      `${noise}<div>${content}</div>`,
    ])
      expect(blocksOf(body(html)), html).toEqual(['h1 Contato', text]);
  });

  test('keeps elements whose names only resemble navigation', () => {
    const contentHtml = [
      `<section id="responsabilidade-social"><p>${text}</p></section>`,
      `<div class="has-sidebar"><p>${text}</p></div>`,
      `<div class="sidebar-horario"><p>${text} ${lorem}</p></div>`,
      `<section class="menu-do-dia"><p>Feijoada R$ 39,90, ${text}</p></section>`,
      `<div class="com-rodape"><p>${text}</p></div>`,
      `<main><aside class="nota-dica"><p>${text}</p></aside></main>`,
      `<div class="card"><p>Suíte</p><div class="card-footer">${text} <a class="btn" href="/x">Reservar</a></div></div>`,
      `<section><p>“O que devo levar para a aula?”</p><p>${text}</p></section>`,
      `<main><p><a class="btn" href="https://wa.me/5511955550100">${text}</a></p></main>`,
    ];
    for (const html of contentHtml)
      expect(blocksOf(body(`<p>${lorem.repeat(3)}</p>${html}`)).join(' '), html).toContain(text);
  });

  test('reads a page about cookies without its cookie notice', () => {
    const page = body(
      `<div class="cookie-policy"><h1>Política de cookies</h1><p>Usamos cookies próprios. ${lorem.repeat(5)}</p></div><div id="cookie"><p>Usamos cookies</p><button>Aceitar</button></div>`,
    );
    expect(blocksOf(page)).toEqual(['h1 Política de cookies', `Usamos cookies próprios. ${lorem.repeat(5)}`.trim()]);
  });

  test('leaves out a notice that is longer than the page', () => {
    const notice = `<div class="cc-window"><p>Este site usa cookies. ${lorem.repeat(6)}</p><a class="btn">x</a><button>Rejeitar</button><button>Aceitar</button></div>`;
    expect(blocksOf(body(`<div><h1>Contato</h1><p>${text}</p></div>${notice}`))).toEqual(['h1 Contato', text]);
    expect(blocksOf(body(`<div class="w"><h2>Contato</h2><p>${text}</p></div>${notice}`))).toEqual([
      'h2 Contato',
      text,
    ]);
  });

  test('trusts a short main element but not an empty one', () => {
    expect(blocksOf(body(`<main><h1>Oi</h1><p>${lorem}</p></main><div><p>${lorem.repeat(3)} fora</p></div>`))).toEqual([
      'h1 Oi',
      lorem.trim(),
    ]);
    expect(blocksOf(body(`<main><img src=x></main><div><p>${lorem.repeat(3)} fora</p></div>`)).join()).toContain(
      'fora',
    );
  });

  test('keeps the page heading when the header is left out', () => {
    expect(blocksOf(body(`<header>${menu}<h1>Planos</h1></header><main><p>${lorem}</p></main>`))).toEqual([
      'h1 Planos',
      lorem.trim(),
    ]);
  });

  test('uses a single article as the main text', () => {
    expect(
      blocksOf(body(`<div><p>Ofertas de hoje</p></div><article><h1>Receita</h1><p>${lorem.repeat(2)}</p></article>`)),
    ).toEqual(['h1 Receita', lorem.repeat(2).trim()]);
  });
});

describe('page metadata', () => {
  test('reads title, description, language, canonical URL and links', () => {
    const page = read(
      `<html lang="pt-br"><head><base href="/loja/"><title> Preços &amp;
        prazos </title><meta name="Description" content=" Quanto   custa "><link rel="canonical" href="/precos?a=1"></head>
        <body><svg><title>não</title><a href="/svg">x</a></svg><a href="a#b">1</a><a href="./a">2</a><a href="//outra.example/x">3</a><a href="mailto:a@b">4</a><a href="javascript:x()">5</a><a href="/p" rel="nofollow">6</a><area href="/m"><a href="http://[">7</a></body>`,
      { etag: '"e"', 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' },
    );
    expect(page).toMatchObject({
      title: 'Preços & prazos',
      description: 'Quanto custa',
      language: 'pt-BR',
      canonical: 'https://loja.example/precos?a=1',
      url: 'https://loja.example/pagina',
      noindex: false,
      etag: '"e"',
      lastModified: 'Mon, 01 Jan 2024 00:00:00 GMT',
      links: ['https://loja.example/loja/a', 'https://outra.example/x', 'https://loja.example/m'],
    });
    expect(page.document).toMatchObject({ title: 'Preços & prazos', language: 'pt-BR' });
  });

  test('falls back to other sources for a missing title or language', () => {
    expect(
      read('<meta property="og:title" content="Og"><meta property="og:locale" content="pt_BR"><h1>H</h1>'),
    ).toMatchObject({ title: 'Og', language: 'pt-BR' });
    expect(read('<html lang="??"><h1>H <i>um</i></h1>', { 'content-language': 'es' })).toMatchObject({
      title: 'H um',
      language: 'es',
    });
    expect(read('<p>x')).toMatchObject({ title: null, language: null, description: null, canonical: null });
  });

  test('reads noindex from meta or header, and ignores links with nofollow', () => {
    expect(read('<meta name="robots" content="NOINDEX, follow"><a href="/a">a</a>')).toMatchObject({
      noindex: true,
      links: ['https://loja.example/a'],
    });
    expect(read('<a href="/a">a</a>', { 'x-robots-tag': 'none' })).toMatchObject({ noindex: true, links: [] });
  });

  test('computes the hash from title and text only', () => {
    const hash = (html: string) => read(html).textHash;
    expect(hash('<title>A</title><nav>x</nav><main><p>Texto</p></main>')).toBe(
      hash('<title>A</title><main><p>Texto</p></main><script>1</script>'),
    );
    expect(hash('<title>A</title><p>Texto</p>')).not.toBe(hash('<title>A</title><p>Textos</p>'));
    expect(hash('<title>A</title><p>Texto</p>')).not.toBe(hash('<title>B</title><p>Texto</p>'));
  });
});

describe('pages that need JavaScript', () => {
  const app = '<title>Loja</title><script type="module" src="/app.js"></script>';
  test.each([
    ['an empty root', `${app}<div id="root"></div>`],
    ['a root with a spinner', `${app}<div id="app"><div class="x">Carregando…</div></div>`],
    ['a request in noscript', `${app}<noscript>Você precisa habilitar o JavaScript.</noscript><div></div>`],
    ['a custom element', `${app}<app-root></app-root>`],
    ['only heavy scripts', `<script>${'x'.repeat(30_000)}</script><p>Aguarde</p>`],
  ])('detects %s', (_name, html) => {
    const page = read(html);
    expect(page.needsJavaScript).toBe(true);
    expect(unusableReason(page)).toBe('needs_javascript');
  });

  test.each([
    [
      'rendered on the server',
      `${app}<div id="__next"><main><p>${lorem.repeat(4)}</p></main></div><noscript>Ative o JavaScript</noscript>`,
    ],
    ['short and plain', '<script src="/analytics.js"></script><main><p>Estamos em obras.</p></main>'],
    ['a root without a program', '<div id="root"><p>Oi</p></div>'],
  ])('does not flag a page that is %s', (_name, html) => expect(read(html)).toMatchObject({ needsJavaScript: false }));

  test('reads a page with some text although it needs JavaScript', () => {
    const page = read(`${app}<div id="root"></div><p>${lorem}</p>`);
    expect(page.needsJavaScript).toBe(true);
    expect(unusableReason(page)).toBeNull();
  });

  test('reports a page without words as empty', () =>
    expect(unusableReason(read('<img src=x><p>—</p>'))).toBe('empty'));
});

describe('charsets', () => {
  const words = 'Promoção de maçã: R$ 10 – só amanhã';
  const meta = (charset: string) => `<meta charset="${charset}"><p>${words}</p>`;
  test.each<[string, Buffer, string]>([
    ['header', iconv.encode(words, 'windows-1252'), 'text/html; charset="ISO-8859-1"'],
    ['meta', iconv.encode(meta('windows-1252'), 'windows-1252'), 'text/html'],
    [
      'old meta',
      iconv.encode(`<META http-equiv=Content-Type content="text/html; charset=iso-8859-1">${words}`, 'windows-1252'),
      '',
    ],
    ['no declared charset', iconv.encode(words, 'windows-1252'), 'text/html'],
    ['nothing said, UTF-8', Buffer.from(words), ''],
    ['a wrong header', Buffer.from(words), 'text/html; charset=iso-8859-1'],
    ['a wrong meta element', iconv.encode(meta('utf-8'), 'windows-1252'), 'text/html; charset=utf-8'],
    ['UTF-8 mark', Buffer.from(`\uFEFF${words}`), 'text/html; charset=windows-1252'],
    ['UTF-16LE mark', iconv.encode(`\uFEFF${words}`, 'utf-16le'), 'text/html; charset=utf-8'],
    ['UTF-16BE mark', iconv.encode(words, 'utf-16be', { addBOM: true }), ''],
    ['UTF-16 by header', iconv.encode(words, 'utf-16le'), 'text/html; charset=utf-16le'],
    ['an unknown name', iconv.encode(words, 'windows-1252'), 'text/html; charset=nonsense-9'],
  ])('decodes by %s', (_name, bytes, contentType) => {
    expect(decodeHtml(bytes, contentType)).toContain(words);
    expect(decodeHtml(bytes, contentType)).not.toContain('\uFEFF');
  });
  test('decodes UTF-8 with one invalid byte as UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from(words), Buffer.from([0xe7])]);
    expect(decodeHtml(bytes, 'text/html; charset=utf-8')).toContain(words);
  });
  test('decodes any bytes to a text', () =>
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.string(),
        (bytes, type) => typeof decodeHtml(Buffer.from(bytes), type) === 'string',
      ),
    ));
});

describe('hostile markup', () => {
  const size = 2 * 1024 * 1024;
  const fill = (text: string) => text.repeat(Math.floor(size / text.length));
  test.each([
    ['deep', fill('<div>')],
    ['deep lists', fill('<ul><li>a')],
    ['deep tables', fill('<table><tr><td>')],
    ['unclosed formatting', `<p>${Array.from({ length: 300 }, (_, i) => `<font size=${i}>`).join('')}${fill('<p>x')}`],
    ['closing tags without opening tags', '<b>'.repeat(300) + fill('</x>')],
    ['many elements below deep ones', '<ul><li>'.repeat(190) + fill('<b>x</b>')],
    ['spans of cells', `<table>${fill('<tr><td rowspan=20 colspan=20>x')}`],
    ['line breaks', `<p>${fill('<br> ')}`],
    ['brackets', fill('<')],
    ['spaces', `<p>a${fill(' ')}b`],
    ['one word', fill('=')],
    ['meta', fill('<meta charset')],
    ['links', fill('<a href=x>y</a>')],
    ['attributes', `<a ${Array.from({ length: size / 8 }, (_, i) => `a${i}`).join(' ')}>`],
    ['one attribute', `<a ${fill('a=b ')}>`],
    ['entities', `<p>${fill('&amp')}`],
    ['entities in a value', `<a href="${fill('&amp;')}">`],
    ['half entities', `<title>${fill('&')}`],
    ['closing paragraph tags below deep elements', '<b>'.repeat(390) + fill('</p>')],
    ['a comment without end', `<!--${fill('-- >')}`],
    ['comments', fill('<!---->')],
    ['a script without end', `<script>${fill('</scrip')}`],
    ['a declaration without end', fill('<!')],
    ['CDATA without end', fill('<![CDATA[')],
  ])('reads two megabytes within the CPU time limit: %s', (_name, html) => {
    const start = process.threadCpuUsage();
    read(html);
    // Microseconds of CPU time, so that the load of the machine does not matter.
    expect(process.threadCpuUsage(start).user).toBeLessThan(5_000_000);
  });

  test('reads any markup', () => {
    const tags = fc.constantFrom(
      '<p>',
      '</p>',
      '<div class="menu">',
      '</div>',
      '<table>',
      '<tr>',
      '<td rowspan=3>',
      '<ul>',
      '<li>',
      '</ul>',
      '<main>',
      '<nav>',
      '<h1>',
      '</h1>',
      '<a href="/x">',
      '</a>',
      '<br>',
      '<details>',
      '<summary>',
      '<dl>',
      '<dt>',
      '<dd>',
      '<',
      '&amp;',
      '&#x;',
      '<!--',
      '-->',
      '<pre>',
      '<template shadowrootmode=open>',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(tags, fc.string(), fc.constant('palavra ')), { maxLength: 60 }), (parts) => {
        const page = read(parts.join(''));
        for (const { text } of page.document.blocks) expect(text).toBe(text.trim());
      }),
      { numRuns: 300 },
    );
  });
});

describe('a page of the business', () => {
  const page = (title: string, text: string, more = '') =>
    unusableReason(read(`<title>${title}</title><main><h1>${title.split(' | ')[0]}</h1><p>${text}</p></main>${more}`));
  const login = '<form><input type="password" name="p"></form>';

  test.each([
    ['Erro 404', 'Nada por aqui.', 'not_found'],
    ['Página não encontrada | Pedal do Vale', 'O link pode ter mudado.', 'not_found'],
    ['Loja', 'Desculpe, este produto não existe mais na loja.', 'not_found'],
    ['Site em construção', 'Aguarde novidades.', 'maintenance'],
    ['Estamos em manutenção', 'Até já!', 'maintenance'],
    ['Voltaremos em breve', 'Estamos preparando novidades para você.', 'maintenance'],
    ['loja.example', 'Confirme que você é humano marcando a caixa abaixo.', 'challenge'],
    ['Just a moment...', 'Enable JavaScript and cookies to continue', 'challenge'],
    ['Account Suspended', 'Contact your hosting provider.', 'suspended'],
    ['Domínio à venda', 'Este endereço pode ser seu.', 'suspended'],
  ])('is not "%s": %s', (title, text, reason) => expect(page(title, text)).toBe(reason));

  test.each([
    ['Manutenção de bicicletas', 'Deixamos sua bicicleta em manutenção por até três dias.'],
    ['Casas em construção', 'Três sobrados em construção no bairro Água Verde, com entrega em março.'],
    ['Contato', 'Ligue para (41) 3333-4444 ou venha nos visitar.'],
    ['Objetos perdidos', 'Seu objeto não foi encontrado no hotel? Fale com a recepção.'],
    ['Contas suspensas', 'O que fazer quando a água é cortada: pague a conta e peça a religação pelo telefone.'],
    ['Termo de acesso', 'Todo visitante recebe um crachá na portaria.'],
    ['404 sul', 'Loja na quadra 404 sul, em Brasília, com estacionamento.'],
  ])('may be called "%s"', (title, text) => expect(page(title, text, login)).toBeNull());

  test('asks for a password as its purpose, or has a login beside its text', () => {
    expect(page('Entrar', 'Informe sua senha.', login)).toBe('sign_in');
    expect(page('Entrar', 'A entrada da pousada fica na rua de trás.')).toBeNull();
    expect(page('Quartos', 'Todos os quartos têm vista para o mar.', login)).toBeNull();
  });
});

describe('what readers of a page can see or open', () => {
  const textsOf = (html: string) => blocksOf(body(`<main><h1>Loja</h1><p>${lorem}</p>${html}</main>`)).slice(2);
  const ld = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

  test.each<[string, string, string[]]>([
    [
      'both prices of a sale, once, the old one as old',
      '<p class="price"><del aria-hidden="true"><span>R$</span> 90,00</del> <span class="screen-reader-text">Preço original: R$ 90,00.</span> <ins aria-hidden="true">R$ 75,00</ins></p>',
      ['(antes R$ 90,00) R$ 75,00'],
    ],
    [
      'an old price by the name that a shop system gives it, and prices that only a style sheet sets apart',
      '<div><span class="price-1-x-listPrice"><span>R$ 399,90</span></span><span>R$ 299,00</span><span>em até </span><b>10</b>x de R$ 29,90</div>',
      ['(antes R$ 399,90) R$ 299,00 em até 10x de R$ 29,90'],
    ],
    [
      'an old price without other elements, struck by its tag or style',
      '<p><s class="preco-venda">R$ 89,90</s> R$ 69,90</p><p><span style="text-decoration: line-through">De R$ 90,00</span> R$ 75,00</p>',
      ['(antes R$ 89,90) R$ 69,90', '(antes R$ 90,00) R$ 75,00'],
    ],
    [
      'a price apart from its name',
      '<ul><li><span>Carreto em BH</span><span>R$ 280</span></li><li><span>Escada (por andar)</span><span>R$ 60</span></li></ul>',
      ['list: - Carreto em BH R$ 280\n- Escada (por andar) R$ 60'],
    ],
    ['the only price, whatever its name', '<p><span class="list-price">R$ 80,00</span></p>', ['R$ 80,00']],
    [
      'cents that stand apart',
      '<div><span>R$</span><span>99</span><div><span class="fractional-part">90</span></div></div>',
      ['R$99,90'],
    ],
    [
      'a panel that is closed below its title',
      '<div class="item"><h3>Aceita pets?</h3><div style="display:none"><p>Sim, de pequeno porte.</p></div></div>',
      ['h3 Aceita pets?', 'Sim, de pequeno porte.'],
    ],
    [
      'a panel below a button without ARIA',
      '<button class="accordion">Qual é a multa?</button><div class="panel"><p>São dez por cento do valor.</p></div>',
      ['h2 Qual é a multa?', 'São dez por cento do valor.'],
    ],
    [
      'a card below the header that opens it',
      '<div class="card"><div class="card-header"><h5><a data-toggle="collapse" href="#c">Qual é a idade?</a></h5></div><div id="c" class="collapse"><p>Doze anos.</p></div></div>',
      ['h5 Qual é a idade?', 'Doze anos.'],
    ],
    [
      'a dialog that a script or an attribute opens',
      '<button onclick="document.getElementById(\'m\').showModal()">Medidas</button><dialog id="m"><p>O tamanho M tem 54 cm de largura.</p></dialog><button commandfor="n">Cuidados</button><dialog id="n"><p>Lave sempre com água fria.</p></dialog>',
      ['O tamanho M tem 54 cm de largura.', 'Lave sempre com água fria.'],
    ],
    [
      'a dialog that a button opens',
      '<button data-target="#m">Tabela de medidas</button><div class="modal" id="m" role="dialog" aria-hidden="true"><div class="modal-body"><p>O tamanho M tem 54 cm de largura e 70 cm de comprimento.</p></div></div>',
      ['h2 Tabela de medidas', 'O tamanho M tem 54 cm de largura e 70 cm de comprimento.'],
    ],
    [
      'panels of tabs, named by their labels',
      '<ul class="tabs"><li><a href="#a">Composição</a></li><li><a href="#b">Lavagem</a></li></ul><div id="a"><p>Só algodão.</p></div><div id="b"><p>À mão.</p></div>',
      ['h2 Composição', 'Só algodão.', 'h2 Lavagem', 'À mão.'],
    ],
    [
      'a text for readers without scripts',
      '<noscript><p>O frete custa R$ 8,00 na cidade.</p></noscript>',
      ['O frete custa R$ 8,00 na cidade.'],
    ],
    [
      'the variants of a product',
      '<form><label for="t">Tamanho</label><select id="t" name="variation[0]"><option value="">Escolha</option><option>P</option><option>M</option></select></form>',
      ['Tamanho: P, M'],
    ],
    [
      'choices around radio buttons, one per line',
      '<form><label><input type="radio"> Mensal: R$ 99</label><label><input type="radio"> Anual: R$ 899</label></form>',
      ['Mensal: R$ 99', 'Anual: R$ 899'],
    ],
    [
      'the variants of a product in a table',
      '<table><tr><th><label for="t">Tamanho</label></th><td><select id="t" name="attribute_pa_tamanho"><option value="">Escolha</option><option>P</option><option>M</option></select></td></tr></table>',
      ['table: Tamanho | P, M'],
    ],
    [
      'variants that only a data attribute names, without the one that is chosen',
      '<label>Turma: <b>Manhã</b></label><select data-variant-option-name="Turma"><option>Manhã</option><option>Noite</option></select>',
      ['Turma: Manhã, Noite'],
    ],
    [
      'a price in microdata',
      '<div itemscope itemtype="https://schema.org/Product"><meta itemprop="name" content="Relógio"><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="129.90"><meta itemprop="priceCurrency" content="BRL"><link itemprop="availability" href="https://schema.org/OutOfStock"></div></div>',
      ['Relógio: R$ 129,90 (esgotado)'],
    ],
    [
      'the prices of variants that only the data states',
      ld({
        '@type': 'ProductGroup',
        name: 'Blusa',
        hasVariant: [
          { '@type': 'Product', name: 'Blusa P', offers: { price: '120.00' } },
          { '@type': 'Product', name: 'Blusa GG', offers: { price: '135.00' } },
        ],
      }),
      ['Blusa P: R$ 120,00', 'Blusa GG: R$ 135,00'],
    ],
    [
      'pictures that stand for words in a table',
      '<table><tr><th>Item</th><th>Ouro</th></tr><tr><td>Sauna</td><td><i aria-label="Sim"></i></td></tr></table>',
      ['table: Item | Ouro\nSauna | Sim'],
    ],
    [
      'two rows of column names as one',
      '<table><tr><th rowspan="2">Quarto</th><th colspan="2">Diária</th></tr><tr><th>Baixa</th><th>Alta</th></tr><tr><td>Suíte</td><td>280</td><td>390</td></tr></table>',
      ['table: Quarto | Diária Baixa | Diária Alta\nSuíte | 280 | 390'],
    ],
    [
      'a column once when nothing but merged cells stands in it',
      '<table><tr><th colspan="3">Dia</th><th>Hora</th></tr><tr><td colspan="3">Sábado</td><td>9h</td></tr></table>',
      ['table: Dia | Hora\nSábado | 9h'],
    ],
    ['words with soft hyphens', '<p>A recau&shy;chu&shy;tagem dura um dia.</p>', ['A recauchutagem dura um dia.']],
    [
      'the price of a product that only its data states',
      ld({
        '@type': 'Product',
        name: 'Cafeteira',
        offers: {
          '@type': 'Offer',
          price: '1349.90',
          priceCurrency: 'BRL',
          availability: 'https://schema.org/InStock',
        },
      }),
      ['Cafeteira: R$ 1.349,90 (em estoque)'],
    ],
    [
      'events and dishes in a graph',
      ld({
        '@graph': [
          { '@type': 'Event', name: 'Feira', startDate: '2027-03-09T19:30' },
          { '@type': 'Menu', hasMenuItem: [{ '@type': 'MenuItem', name: 'Moqueca', offers: { price: 58 } }] },
        ],
      }),
      ['Feira: 09/03/2027 às 19h30', 'Moqueca: R$ 58,00'],
    ],
  ])('keeps %s', (_name, html, expected) => expect(textsOf(html)).toEqual(expected));

  test('answers of FAQ data belong to their questions', () => {
    const faq = {
      '@type': 'FAQPage',
      mainEntity: [{ '@type': 'Question', name: 'Aceitam vale?', acceptedAnswer: { text: '<p>Sim, no balcão.</p>' } }],
    };
    const page = body(`${ld(faq)}<main><h1>Dúvidas</h1><p>${lorem}</p></main>`);
    expect(page.document.blocks.at(-1)).toEqual({
      kind: 'paragraph',
      text: 'Sim, no balcão.',
      question: 'Aceitam vale?',
    });
  });

  test('what people read wins over the data of a page', () => {
    const data = ld({ '@type': 'Product', name: 'Cafeteira', offers: { price: '99.00', priceCurrency: 'BRL' } });
    expect(textsOf(`${data}<p>Por R$ 120,00 à vista.</p>`)).toEqual(['Por R$ 120,00 à vista.']);
    expect(textsOf('<script type="application/ld+json">{ not json</script>')).toEqual([]);
  });

  test('leaves out what readers cannot see, and fields that are not about the product', () => {
    const hidden =
      '<div class="d-none">um</div><p style="display:none">dois</p><noscript>Ative o JavaScript.</noscript>';
    const fields =
      '<select name="country"><option>Brasil<option>Chile</select><label><input type="checkbox"> Aceito os termos de uso</label>';
    expect(textsOf(hidden + fields)).toEqual([]);
    expect(textsOf('<p class="d-none d-md-block">Só em telas largas.</p>')).toEqual(['Só em telas largas.']);
  });

  test('reads a dialog outside of the main element, if a button opens it', () => {
    const dialog =
      '<div class="modal fade" id="m"><div class="modal-dialog"><p>O aro 16 tem 56 mm de circunferência.</p></div></div>';
    const main = (button: string) => blocksOf(body(`<main><h1>Anel</h1><p>${lorem}</p>${button}</main>${dialog}`));
    expect(main('<a href="#m" data-toggle="modal">Guia</a>').at(-1)).toBe('O aro 16 tem 56 mm de circunferência.');
    expect(main('').at(-1)).toBe(lorem.trim());
  });

  test('reads opening hours in the short form, of microdata and JSON', () => {
    const factsOf = (html: string) => body(`<main><h1>Bar</h1><p>${lorem}</p>${html}</main>`).document.blocks.at(-1);
    const hours = ['Mo-Fr 09:00-19:00', 'Sa,Su 10:00-14:30'];
    expect(factsOf(ld({ '@type': 'BarOrPub', openingHours: hours }))).toEqual({
      kind: 'boilerplate',
      text: 'Horário de segunda a sexta: das 9h às 19h\nHorário de sábado e domingo: das 10h às 14h30',
    });
    expect(
      factsOf(
        '<div itemscope itemtype="https://schema.org/Store"><meta itemprop="openingHours" content="Mo-Fr 09:00-19:00"></div>',
      )?.text,
    ).toBe('Horário de segunda a sexta: das 9h às 19h');
  });

  test.each([
    ['a script in a comment', '<script>\n<!--\nwindow.location.replace("/novo");\n//-->\n</script>'],
    ['a body', '<body onload="window.location=\'/novo\'">'],
    ['a timer', '<script>setTimeout(function () { location.href = "/novo" }, 0)</script>'],
    ['an arrow', '<script>setTimeout(() => location.assign("/novo"))</script>'],
  ])('follows %s that sends its readers on', (_name, html) =>
    expect(new URL(body(html).refresh!).pathname).toBe('/novo'),
  );

  test('finds frames in a frame set, and those that are loaded late', () => {
    const paths = (html: string) => body(html).frames.map((frame) => new URL(frame).pathname);
    expect(paths('<frameset><frame src="/menu"><frame src="/corpo"></frameset>')).toEqual(['/menu', '/corpo']);
    expect(paths('<iframe data-src="/tabela" src="about:blank"></iframe>')).toEqual(['/tabela']);
  });

  test('keeps the opening of a page outside of its main element', () => {
    const hero =
      '<header class="hero"><h1>Pizzaria</h1><p>Entregamos até as 23h em toda a zona norte da cidade.</p><a href="/a">Pedir</a></header>';
    expect(blocksOf(body(`${hero}<main><p>${lorem}</p></main>`)).slice(0, 2)).toEqual([
      'h1 Pizzaria',
      'Entregamos até as 23h em toda a zona norte da cidade.',
    ]);
  });

  test('reads the number of a button without text', () => {
    const page = body(
      `<main><h1>Contato</h1><p>${lorem}</p></main><a href="https://wa.me/5531988117722"><img alt=""></a>`,
    );
    expect(page.document.blocks.at(-1)).toEqual({ kind: 'boilerplate', text: '(WhatsApp 31 98811-7722)' });
  });
});

describe('what states facts in other places than the text', () => {
  const clinic = '<h1>Clínica</h1><p>Atendemos de segunda a sexta, com hora marcada.</p>';
  const textsOf = (html: string) => blocksOf(body(`<main>${clinic}${html}</main>`)).slice(2);

  test('a text that was encoded in UTF-8 twice', () => {
    expect(textsOf('<p>A sessÃ£o de fisioterapia custa cento e dez reais. NÃ£o hÃ¡ taxa.</p>')).toEqual([
      'A sessão de fisioterapia custa cento e dez reais. Não há taxa.',
    ]);
  });

  test('a consent that is no notice of cookies', () => {
    const term = 'Antes da extração, o paciente assina um termo e faz jejum de oito horas.';
    expect(textsOf(`<div class="consent"><p>${term}</p></div>`)).toEqual([term]);
    expect(textsOf('<div class="consent"><p>Usamos cookies.</p><button>Aceitar</button></div>')).toEqual([]);
  });

  test('a select whose options have prices, but not one of countries', () => {
    expect(
      textsOf('<label>Exame <select><option>Raio X: R$ 90</option><option>Ecografia: R$ 180</option></select></label>'),
    ).toEqual(['Exame', 'Raio X: R$ 90, Ecografia: R$ 180']);
    expect(textsOf('<label>País <select><option>Brasil</option><option>Chile</option></select></label>')).toEqual([]);
  });

  test('a price list that is a picture, but no caption', () => {
    expect(textsOf('<img src="a.png" alt="Tabela: consulta R$ 180, retorno R$ 90">')).toEqual([
      'Tabela: consulta R$ 180, retorno R$ 90',
    ]);
    expect(textsOf('<img src="a.png" alt="Recepção da clínica com plantas">')).toEqual([]);
  });

  test('the address in a link to a map, but no coordinates', () => {
    const link = (query: string) =>
      `<p><a href="https://www.google.com/maps/search/?api=1&query=${query}">Como chegar</a></p>`;
    expect(textsOf(link('Rua+das+Gaivotas,+120'))).toEqual(['Como chegar (endereço: Rua das Gaivotas, 120)']);
    expect(textsOf(link('-27.59,-48.54'))).toEqual(['Como chegar']);
  });

  test('the text that a page carries for its scripts', () => {
    const data = {
      page: { title: 'Preparo', body: '<p>Venha em jejum de oito horas e traga o pedido do médico.</p>' },
      buildId: 'a1',
      css: '.a { color: red }',
    };
    const html = (id: string) =>
      `<!doctype html><html><body><div id="${id}"></div><script type="application/json">${JSON.stringify({ props: data })}</script></body></html>`;
    const page = read(html('__next'));
    expect(blocksOf(page)).toEqual(['h2 Preparo', 'Venha em jejum de oito horas e traga o pedido do médico.']);
    const shown = read(html('__next').replace('<div', `<main><p>${lorem.repeat(2)}</p></main><div`));
    expect(blocksOf(shown)).toEqual([lorem.repeat(2).trim()]);
  });
});
