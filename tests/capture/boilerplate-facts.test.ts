import { expect, test } from 'vitest';
import { capturePage } from '../../src/reading/capture/capture-page.ts';

const story =
  'Fazemos pães de fermentação natural todas as manhãs, com farinha moída na hora e manteiga da serra. '.repeat(3);
const capture = (html: string) =>
  capturePage({
    url: 'https://padaria.example/',
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    redirects: 0,
    body: Buffer.from(`<html lang="pt-BR"><title>Padaria</title><body>${html}</body></html>`),
  });
/** Returns the facts that a page states around its main text. */
const factsAround = (html: string) =>
  capture(html)
    .document.blocks.find(({ kind }) => kind === 'boilerplate')
    ?.text.split('\n');

const MAIN = `<main><h1>Pães</h1><p>${story}</p></main>`;
const MENU =
  '<nav><a href="/">Início</a><a href="/loja">Loja</a><a href="/privacidade">Política de privacidade</a></nav>';

test.each([
  [
    'lines of a footer',
    `<footer>${MENU}<p>Rua das Tílias, 80 - Centro<br>Campinas - SP, 13010-000</p><p>Telefone: (19) 3333-2222</p><p>© 2026 Padaria Tília. Todos os direitos reservados.</p></footer>`,
    ['Rua das Tílias, 80 - Centro', 'Campinas - SP, 13010-000', 'Telefone: (19) 3333-2222'],
  ],
  [
    'columns with headings',
    '<footer><div><h4>Institucional</h4><ul><li><a href="/sobre">Quem somos</a></ul></div><div><h4>Horário de funcionamento</h4><p>Segunda a sexta: 7h às 19h</p><p>Sábado: 7h às 14h</p></div><div><h4>Siga-nos</h4><a href="https://instagram.com/tilia">@</a></div></footer>',
    ['Horário de funcionamento', 'Segunda a sexta: 7h às 19h', 'Sábado: 7h às 14h'],
  ],
  [
    'a list, without its markers',
    '<footer><ul><li>Seg a Sex das 8h às 18h</li><li>contato@tilia.example</li><li>CNPJ 11.222.333/0001-81</li></ul></footer>',
    ['Seg a Sex das 8h às 18h', 'contato@tilia.example', 'CNPJ 11.222.333/0001-81'],
  ],
  [
    'icons that link to WhatsApp, telephone and e-mail',
    '<div class="footer"><a href="/loja">Loja</a><p><a href="https://wa.me/5519988887777"><svg></svg></a></p><p><a href="tel:+551933332222"><i></i></a></p><p><a href="mailto:oi@tilia.example"><i></i></a></p></div>',
    ['(WhatsApp 19 98888-7777)', '(telefone 19 3333-2222)', '(oi@tilia.example)'],
  ],
  [
    'a bar above the menu',
    `<header><div class="topbar">Ligue (19) 3333-2222 | Rua das Tílias, 80</div>${MENU}</header>`,
    ['Ligue (19) 3333-2222', 'Rua das Tílias, 80'],
  ],
  [
    'an element without a meaningful name next to the main text',
    '<div class="x9"><p>WhatsApp: (19) 98888-7777</p></div>',
    ['WhatsApp: (19) 98888-7777'],
  ],
  ['a sidebar', '<aside><h3>Onde estamos</h3><p>Av. Brasil, 1200</p></aside>', ['Onde estamos', 'Av. Brasil, 1200']],
])('keeps the facts of %s', (_, around, expected) => {
  for (const html of [`${MAIN}${around}`, `${around}${MAIN}`]) expect(factsAround(html), html).toEqual(expected);
});

test.each([
  ['a footer without facts', '<footer><p>© 2026 Padaria Tília. Todos os direitos reservados.</p></footer>'],
  ['the author of the site', '<footer><p>Desenvolvido por Agência Pixel (11) 4444-3333</p></footer>'],
  [
    'a cookie notice',
    '<div role="dialog"><p>Usamos cookies. Dúvidas: dpo@tilia.example</p><button>Aceitar</button></div>',
  ],
  ['hidden elements', '<footer><p hidden>(19) 3333-2222</p><script>var tel = "(19) 3333-2222"</script></footer>'],
  [
    'a directory of other businesses',
    `<aside>${Array.from({ length: 40 }, (_, at) => `<p>Loja ${at}: (19) 3333-${2000 + at}</p>`).join('')}</aside>`,
  ],
])('leaves out %s', (_, around) => expect(factsAround(`${MAIN}${around}`)).toBeUndefined());

test('leaves out facts that the main text also states', () => {
  const line = '<p>Telefone: (19) 3333-2222</p>';
  expect(factsAround(`<main><h1>Contato</h1><p>${story}</p>${line}</main><footer>${line}</footer>`)).toBeUndefined();
});

test('detects a changed footer, but counts only the words of the main text', () => {
  const [before, after] = ['2222', '1111'].map((end) => capture(`${MAIN}<footer>(19) 3333-${end}</footer>`));
  expect(after!.textHash).not.toBe(before!.textHash);
  expect(after!.words).toBe(capture(MAIN).words);
});
