// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ContentEditPage } from '../../../src/console/pages/content-edit/content-edit-page.tsx';
import { toasts, useStandIn, visit } from './stage.tsx';

const engine = useStandIn();
const LIST = '/knowledge-base/content';
const routes = [{ path: `${LIST}/edit/:contentId`, element: <ContentEditPage /> }];
const content = (more: object) =>
  engine.fill('contents', [
    {
      title: 'Qual o prazo?',
      type: 'FAQ',
      format: 'faq',
      status: 'done',
      reason: null,
      question: 'Qual o prazo?',
      answer: 'Cinco dias.',
      url: null,
      fileName: null,
      words: 2,
      enabled: true,
      weeklySync: false,
      updatedAt: '2026-01-01T00:00:00.000Z',
      ...more,
    },
  ])[0];

describe('editing a content by its kind', () => {
  it('a question: both texts and whether it is in use', async () => {
    const row = content({});
    const { user, address } = visit(`${LIST}/edit/${row?.id}`, routes);
    const answer = await screen.findByLabelText<HTMLTextAreaElement>('Resposta');
    expect(answer.value).toBe('Cinco dias.');
    await waitFor(() => expect(answer.disabled).toBe(false));
    await user.clear(answer);
    await user.type(answer, 'Três dias.');
    await user.click(screen.getByRole('switch', { name: /Em uso/ }));
    await user.click(screen.getByRole('button', { name: 'Salvar alterações' }));
    await waitFor(() => expect(address()).toBe(LIST));
    expect(engine.calls('PUT', `/contents/${row?.id}`)[0]?.body).toEqual({
      question: 'Qual o prazo?',
      answer: 'Três dias.',
      enabled: false,
    });
    expect(toasts()).toEqual(['Salvamos. O assistente está aprendendo a resposta nova.']);
  });

  it('a page: weekly reading and use, and a way to the page', async () => {
    const row = content({
      type: 'LINK',
      format: 'html',
      url: 'https://loja.com.br/sobre',
      question: null,
      answer: null,
    });
    const { user, address } = visit(`${LIST}/edit/${row?.id}`, routes);
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Salvar alterações' });
    expect(save.disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Abrir página' }).getAttribute('href')).toBe('https://loja.com.br/sobre');
    await user.click(screen.getByRole('switch', { name: /Atualizar toda semana/ }));
    await user.click(save);
    await waitFor(() => expect(address()).toBe(LIST));
    expect(engine.calls('PUT', `/contents/${row?.id}`)[0]?.body).toEqual({ enabled: true, weeklySync: true });
  });

  it('a file: another one in its place, by the same rules', async () => {
    const row = content({
      type: 'FILE',
      format: 'pdf',
      fileName: 'manual.pdf',
      title: 'manual.pdf',
      status: 'error',
      reason: 'Está vazio.',
    });
    engine.on(({ path }) => (path === `/contents/file/${row?.id}` ? { body: row } : undefined));
    const { container } = visit(`${LIST}/edit/${row?.id}`, routes);
    await screen.findByText('Está vazio.');
    const give = (name: string) =>
      fireEvent.change(container.querySelector('input[type=file]') as HTMLInputElement, {
        target: { files: [new File(['x'], name)] },
      });
    await screen.findByText('Trocar o arquivo');
    give('foto.png');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'foto.png - Os arquivos devem estar no formato txt, pdf ou docx!',
    );
    give('novo.pdf');
    await waitFor(() => expect(toasts()).toEqual(['Recebemos “novo.pdf”. Já estamos treinando.']));
    expect(engine.calls('PUT', `/contents/file/${row?.id}`)).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('who only reads sees it all and changes nothing', async () => {
    engine.role = 'READER';
    const row = content({});
    visit(`${LIST}/edit/${row?.id}`, routes);
    const answer = await screen.findByLabelText<HTMLTextAreaElement>('Resposta');
    expect(answer.disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Salvar alterações' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Excluir conteúdo' })).toBeNull();
  });
});
