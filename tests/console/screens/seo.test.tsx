// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import seoWords from '../../../locales/pt-BR/seo.json';
import { SEO_CHECKS, type SeoCheck, type SeoEvaluation } from '../../../src/shared/seo.ts';
import { CONTEXTS } from './engine-stand-in.ts';
import { screensAt, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const routes = screensAt('/seo-evaluation/:id');

const ID = '018f0000-0000-7000-8000-0000000000f1';
const evaluation = (change: Partial<SeoEvaluation> = {}): SeoEvaluation => ({
  contentId: ID,
  contextId: CONTEXTS[1]!.id,
  title: 'Pneus',
  url: 'https://loja.com.br/pneus',
  latest: {
    at: '2026-11-20T12:00:00.000Z',
    score: 73,
    checks: [
      { id: 'favicon', weight: 1, outcome: 'warn', found: '' },
      { id: 'title', weight: 5, outcome: 'pass', found: 'Pneus' },
      { id: 'title-unique', weight: 3, outcome: 'fail', found: 'https://loja.com.br/outra' },
      { id: 'description', weight: 5, outcome: 'fail', found: '' },
      { id: 'words', weight: 4, outcome: 'warn', found: '180' },
      { id: 'hreflang', weight: 1, outcome: 'none', found: '' },
    ],
  },
  history: [
    { at: '2026-11-20T12:00:00.000Z', score: 73 },
    { at: '2026-11-10T12:00:00.000Z', score: 70 },
  ],
  unanswered: [{ question: 'Qual a pressão do pneu?', count: 3, lastAt: '2026-11-19T12:00:00.000Z' }],
  ...change,
});
const show = (answer: SeoEvaluation | number) => {
  engine.on(({ path }) => {
    if (!path.startsWith('/seo-evaluations/')) return undefined;
    return typeof answer === 'number' ? { status: answer, body: { message: 'Não deu.' } } : { body: answer };
  });
  return visit(`/seo-evaluation/${ID}`, routes);
};

describe('the SEO evaluation of a page', () => {
  it('sorts checks by outcome and weight, with finding, reason and advice', async () => {
    const { user } = show(evaluation());
    await screen.findByRole('heading', { name: 'Pode melhorar' });
    const headers = screen.getAllByRole('button', { expanded: true }).map(({ textContent }) => textContent);
    expect(headers[0]).toMatch(/^Precisa de atenção2/);
    expect(headers[1]).toContain('A página não tem descrição');
    expect(headers[1]).toContain('Não encontramos.');
    expect(headers[2]).toContain('Igual ao de https://loja.com.br/outra');
    expect(headers[3]).toMatch(/^Pode melhorar2/);
    expect(screen.getByText('Escreva uma ou duas frases sobre o que se encontra na página.')).toBeTruthy();
    expect(screen.getByText('Preencha a etiqueta meta description.')).toBeTruthy();
    expect(screen.getByText('180 palavras')).toBeTruthy();
    expect(screen.getByText('Há pouco texto na página')).toBeTruthy();
    expect(screen.queryByText('A página tem título')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Certo/ }));
    expect(screen.getByText('A página tem título')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Não se aplica/ }));
    expect(screen.getByText('As versões em outros idiomas estão bem indicadas')).toBeTruthy();
  });

  it('shows how many items fail, and never calls something missing that should be absent', async () => {
    const checks: SeoCheck[] = [
      { id: 'image-alt', weight: 4, outcome: 'fail', found: '3/5 · /foto.jpg' },
      { id: 'javascript', weight: 3, outcome: 'fail', found: '' },
      { id: 'social-preview', weight: 2, outcome: 'warn', found: 'og:image' },
      { id: 'image-size', weight: 1, outcome: 'pass', found: '0/5' },
    ];
    const { user } = show(evaluation({ latest: { at: '2026-11-20T12:00:00.000Z', score: 40, checks } }));
    expect(await screen.findByText('3 de 5 · /foto.jpg')).toBeTruthy();
    expect(screen.getByText('Sem og:image')).toBeTruthy();
    expect(screen.queryByText('Não encontramos.')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Certo/ }));
    const passed = screen.getByRole('button', { name: /As imagens têm tamanho indicado/ });
    expect(passed.textContent).toBe('Certo: As imagens têm tamanho indicadodetalhe');
  });

  it('shows the score, its trend and links to page and content', async () => {
    show(evaluation());
    expect(await screen.findByText(/2 pontos precisam de atenção e 2 podem melhorar/)).toBeTruthy();
    expect(screen.getByText('3 pontos a mais desde 10 de novembro.')).toBeTruthy();
    expect(screen.getByRole('row', { name: /20 de nov. 73/ })).toBeTruthy();
    expect(screen.getByRole('link', { name: /Abrir https:\/\/loja.com.br\/pneus/ }).getAttribute('target')).toBe(
      '_blank',
    );
    expect(screen.getByRole('link', { name: 'Ver conteúdo' }).getAttribute('href')).toBe(
      `/knowledge-base/content/edit/${ID}`,
    );
  });

  it('links an unanswered question to the form for its answer, in the context of the page', async () => {
    const { user, address } = show(evaluation());
    await user.click(await screen.findByRole('link', { name: 'Escrever resposta' }));
    const question = encodeURIComponent('Qual a pressão do pneu?');
    await waitFor(() => expect(address()).toBe(`/knowledge-base/content/upload?tab=faq&question=${question}`));
    expect(localStorage.getItem('currentContext')).toBe(CONTEXTS[1]!.id);
  });

  it('shows the pending, the missing and the failed state', async () => {
    const first = show(evaluation({ latest: null, history: [], unanswered: [] }));
    expect(await screen.findByText('Ainda não há avaliação')).toBeTruthy();
    first.unmount();
    const second = show(404);
    expect(await screen.findByText('Esta avaliação não existe')).toBeTruthy();
    second.unmount();
    show(500);
    expect(await screen.findByRole('button', { name: /Tentar de novo/ })).toBeTruthy();
  });

  it('offers no answer to users who cannot write one', async () => {
    engine.role = 'READER';
    show(evaluation());
    await screen.findByText('Qual a pressão do pneu?');
    expect(screen.queryByRole('link', { name: 'Escrever resposta' })).toBeNull();
  });

  it('has a distinct title and fault text for every check', () => {
    expect(SEO_CHECKS.length).toBeGreaterThanOrEqual(25);
    expect(Object.keys(seoWords.checks).sort()).toEqual([...SEO_CHECKS].sort());
    const texts = Object.values(seoWords.checks).flatMap(({ title, fault }) => [title, fault]);
    expect(texts.every((words) => words.length > 0)).toBe(true);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
