// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { CONTEXTS, problem } from './engine-stand-in.ts';
import { screensAt, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const routes = screensAt('/inbox/prepared-answers');
const contextId = CONTEXTS[0]!.id;

interface Sent {
  rows: { shortcut?: string; text?: string }[];
  onlyCheck?: boolean;
}
const sent = () => engine.calls('POST', '/prepared-answers/bulk-import').map(({ body }) => body as Sent);

/** Refuses the shortcut `frete`, as one that exists. */
beforeEach(() => {
  engine.on(({ method, path, body }) => {
    if (method !== 'POST' || path !== '/prepared-answers/bulk-import') return undefined;
    const { rows, onlyCheck } = body as Sent;
    const errors = rows.flatMap(({ shortcut }, at) =>
      shortcut === 'frete' ? [{ field: `rows.${at}.shortcut`, code: 'already_exists', message: 'Já existe.' }] : [],
    );
    if (errors.length > 0) return problem(422, 'invalid_input', 'Confira os campos destacados.', { errors });
    return { status: 201, body: { data: onlyCheck ? [] : engine.fill('prepared-answers', rows) } };
  });
});

async function choose(text: string | Uint8Array<ArrayBuffer>) {
  const { user } = visit('/inbox/prepared-answers', routes);
  await screen.findByText('Nenhuma resposta pronta ainda');
  await user.click(screen.getByRole('button', { name: 'Importar' }));
  const dialog = await screen.findByRole('dialog');
  await user.upload(await within(dialog).findByLabelText(/Escolha ou arraste/), new File([text], 'respostas.csv'));
  return { user, dialog };
}

it('checks a file, shows what is wrong with it and imports the other lines', async () => {
  const saved: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob);
    return 'blob:file';
  });
  const { user, dialog } = await choose(
    '\uFEFFAtalho;Texto;Atualizada\r\nprazo;"Dois; três dias";hoje\r\nfrete;Grátis;\r\ntroca;\'+7 dias;\r\n\r\n',
  );
  await within(dialog).findByText(/2 linhas prontas para importar/);
  expect(sent()).toEqual([
    {
      onlyCheck: true,
      rows: [
        { contextId, shortcut: 'prazo', text: 'Dois; três dias' },
        { contextId, shortcut: 'frete', text: 'Grátis' },
        { contextId, shortcut: 'troca', text: '+7 dias' },
      ],
    },
  ]);
  const row = within(within(dialog).getByRole('row', { name: /frete/ }));
  row.getByText('3');
  row.getByText('Atalho: Já existe.');
  within(dialog).getByText('Colunas que ficam de fora: Atualizada.');
  await user.click(within(dialog).getByRole('button', { name: 'Baixar as linhas com problema' }));
  expect(await saved[0]?.text()).toContain('"frete";"Grátis";"Atalho: Já existe."');
  expect(engine.table('prepared-answers')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Importar 2 linhas' }));
  await within(dialog).findByText(/Importamos 2 linhas\./);
  expect(sent()[1]?.rows.map(({ shortcut }) => shortcut)).toEqual(['prazo', 'troca']);
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(2));
});

it('reads commas, the names of fields and the encoding of Excel, in parts of 100', async () => {
  const lines = Array.from({ length: 150 }, (_, at) => `atalho ${at},é assim`);
  const bytes = Uint8Array.from(['shortcut,text', ...lines].join('\n'), (char) => char.charCodeAt(0));
  const { user, dialog } = await choose(bytes);
  await user.click(await within(dialog).findByRole('button', { name: 'Importar 150 linhas' }));
  await within(dialog).findByText(/Importamos 150 linhas\./);
  expect(sent().map(({ rows }) => rows.length)).toEqual([100, 50, 100, 50]);
  expect(engine.table('prepared-answers')[149]).toMatchObject({ shortcut: 'atalho 149', text: 'é assim' });
});

it('names the lines that are refused while others are written', async () => {
  const { user, dialog } = await choose('Atalho;Texto\nprazo;Dois dias\ntroca;Sete dias\n');
  const action = await within(dialog).findByRole('button', { name: 'Importar 2 linhas' });
  engine.on(({ path }) =>
    path.endsWith('/bulk-import')
      ? problem(422, 'invalid_input', 'Confira.', {
          errors: [{ field: 'rows.1.shortcut', code: 'x', message: 'Já existe.' }],
        })
      : undefined,
  );
  await user.click(action);
  await within(dialog).findByText(/Não importamos nenhuma linha\. 2 linhas não entraram\./);
  within(dialog).getByText('Atalho: Já existe.');
  within(dialog).getByText(/outra linha da mesma parte/);
});

it('refuses a file without a known column', async () => {
  const { dialog } = await choose('a;b\n1;2\n');
  await within(dialog).findByText(/Não encontramos linhas com estas colunas/);
  expect(within(dialog).queryByRole('button', { name: /Importar/ })).toBeNull();
});

it('is offered only to those who may', async () => {
  engine.role = 'READER';
  engine.fill('prepared-answers', [{ shortcut: 'prazo', text: 'Dois dias' }]);
  visit('/inbox/prepared-answers', routes);
  await screen.findByRole('rowheader', { name: /prazo/ });
  expect(screen.queryByRole('button', { name: 'Importar' })).toBeNull();
});
