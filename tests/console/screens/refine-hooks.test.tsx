// @vitest-environment happy-dom
import { useExport, useImport } from '@refinedev/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { CONTEXTS } from './engine-stand-in.ts';
import { useStandIn, visit } from './render-screen.tsx';

/*
 * The console has an import and an export of its own (docs/reference-app.md). What somebody adds with Refine's hooks, as its
 * documentation shows them, works with the same providers.
 */
const engine = useStandIn();
const contextId = CONTEXTS[0]!.id;
const row = (at: number) => ({ contextId, shortcut: `r${String(at).padStart(2, '0')}`, text: `Resposta ${at}` });

function Exchange() {
  const [said, setSaid] = useState('');
  const { triggerExport } = useExport({
    resource: 'prepared-answers',
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }],
    sorters: [{ field: 'shortcut', order: 'asc' }],
    mapData: ({ shortcut, text }) => ({ shortcut, text }),
    pageSize: 10,
    download: false,
  });
  const { inputProps } = useImport<{ shortcut: string; text: string }>({
    resource: 'prepared-answers',
    mapData: ({ shortcut, text }) => ({ contextId, shortcut, text }),
    paparseOptions: { skipEmptyLines: true },
    onFinish: ({ succeeded, errored }) => setSaid(`${succeeded.length} / ${errored.length}`),
  });
  return (
    <>
      <button type="button" onClick={() => void triggerExport().then((csv) => setSaid(csv ?? ''))}>
        Exportar
      </button>
      <label>
        Importar <input {...inputProps} />
      </label>
      <pre role="status">{said}</pre>
    </>
  );
}
const routes = [{ path: '/exchange', element: <Exchange /> }];

beforeEach(() => {
  engine.on(({ method, path, body }) => {
    if (method !== 'POST' || path !== '/prepared-answers/bulk-create') return undefined;
    return {
      status: 201,
      body: { data: engine.fill('prepared-answers', (body as { rows: Record<string, unknown>[] }).rows) },
    };
  });
});

it('exports all rows of a list with useExport', async () => {
  engine.fill(
    'prepared-answers',
    Array.from({ length: 25 }, (_, at) => row(at)),
  );
  const { user } = visit('/exchange', routes);
  await user.click(await screen.findByRole('button', { name: 'Exportar' }));
  await expect.poll(() => screen.getByRole('status').textContent).toContain('r24');
  const lines = screen.getByRole('status').textContent.trim().split('\r\n');
  expect(lines.map((line) => line.replaceAll('"', ''))).toEqual([
    'shortcut,text',
    ...Array.from({ length: 25 }, (_, at) => `r${String(at).padStart(2, '0')},Resposta ${at}`),
  ]);
});

it('creates the rows of a file with useImport', async () => {
  const { user } = visit('/exchange', routes);
  const file = new File(['shortcut,text\nprazo,Dois dias\nfrete,"Grátis, sempre"\n'], 'respostas.csv');
  await user.upload(await screen.findByLabelText(/Importar/), file);
  await expect.poll(() => screen.getByRole('status').textContent).toBe('1 / 0');
  expect(engine.calls('POST', '/prepared-answers/bulk-create').map(({ body }) => body)).toEqual([
    {
      rows: [
        { contextId, shortcut: 'prazo', text: 'Dois dias' },
        { contextId, shortcut: 'frete', text: 'Grátis, sempre' },
      ],
    },
  ]);
});
