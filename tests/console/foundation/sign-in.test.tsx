// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { screenTable } from '../../../src/console/providers/screens.ts';
import { returnPlace } from '../../../src/console/providers/sign-in-path.ts';
import { screens } from '../../../src/console/screens.tsx';
import { faultAt } from '../fault-at.ts';
import { answerSession, here, signInHere, toastOf, useConsole, visit } from './console.tsx';
import { problem, tokenOf } from './loopback.ts';

const server = useConsole();
const pair = () => ({ accessToken: tokenOf(`new ${Math.random()}`), refreshToken: 'first' });
const bodyOf = (path: string) => JSON.parse(server.to(path).at(-1)?.body ?? 'null') as unknown;

test('asks guests to sign in and then opens the page they wanted', async () => {
  answerSession(server);
  server.on('POST /auth/login', () => ({ body: pair() }));
  const user = visit('/knowledge-base/links?page=2');
  await user.type(await screen.findByLabelText('E-mail'), ' ana@loja.com.br ');
  expect(here()).toBe(`/login?to=${encodeURIComponent('/knowledge-base/links?page=2')}`);
  screen.getByText('Bom ter você de volta.');
  await user.type(screen.getByLabelText('Senha'), 'Segredo#1');
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  await screen.findByRole('heading', { level: 1, name: 'Links' });
  expect(here()).toMatch(/^\/knowledge-base\/links/);
  expect(bodyOf('/auth/login')).toEqual({ email: 'ana@loja.com.br', password: 'Segredo#1' });
});

test.each([
  ['', '/'],
  ['?to=%2Fcontexts', '/contexts'],
  ['?to=%2Fknowledge-base%2Flinks%3Fpage%3D2', '/knowledge-base/links?page=2'],
  ['?to=https%3A%2F%2Fevil.example', '/'],
  ['?to=%2F%2Fevil.example', '/'],
  ['?to=%2F%5Cevil.example', '/'],
  ['?to=%2Flogin', '/'],
  ['?to=javascript%3Aalert(1)', '/'],
])('leads from /login%s to %s after the sign-in', (search, expected) =>
  expect(returnPlace(search, screenTable(screens))).toBe(expected),
);

test('leads signed-in users from /login to the start page', async () => {
  answerSession(server);
  signInHere();
  visit('/login');
  await screen.findByRole('heading', { name: 'Olá, Ana' });
  expect(here()).toBe('/');
});

test('marks a missing field before it sends anything', async () => {
  const user = visit('/login');
  await user.click(await screen.findByRole('button', { name: 'Entrar' }));
  const email = screen.getByLabelText('E-mail');
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'));
  const describing = () => document.getElementById(email.getAttribute('aria-describedby') ?? '');
  await waitFor(() => expect(describing()?.textContent).toBe('Obrigatório'));
  expect(document.activeElement).toBe(email);
  expect(server.to('/auth/login')).toEqual([]);
  await user.type(email, 'a');
  expect(email.getAttribute('aria-invalid')).toBeNull();
});

test('shows the message of the server for wrong credentials and does not refresh', async () => {
  server.on('POST /auth/login', { status: 401, body: problem('wrong_credentials', 'E-mail ou senha incorretos.') });
  const user = visit('/login');
  await user.type(await screen.findByLabelText('E-mail'), 'ana@loja.com.br');
  await user.type(screen.getByLabelText('Senha'), 'x{Enter}');
  expect(await toastOf('alert')).toContain('E-mail ou senha incorretos.');
  await screen.findByText('Confira o e-mail e a senha.');
  expect(server.to('/sessions/refresh')).toEqual([]);
});

test('shows and hides the password', async () => {
  const user = visit('/login');
  const password = await screen.findByLabelText('Senha');
  expect(password.getAttribute('type')).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Mostrar senha' }));
  expect(password.getAttribute('type')).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Esconder senha' }));
  expect(password.getAttribute('type')).toBe('password');
});

test('leads unverified users to the verification code', async () => {
  server.on('POST /auth/login', { status: 403, body: problem('email_not_verified', 'Confirme seu e-mail.') });
  const user = visit('/login');
  await user.type(await screen.findByLabelText('E-mail'), 'ana@loja.com.br');
  await user.type(screen.getByLabelText('Senha'), 'Segredo#1{Enter}');
  await screen.findByRole('heading', { name: 'Confirme seu e-mail' });
  expect(here()).toBe('/verify-email');
  expect(screen.getByText('ana@loja.com.br')).toBeTruthy();
});

test('registers an account, verifies a pasted code and starts the session', async () => {
  answerSession(server);
  server.on('POST /auth/register', { status: 202, body: { email: 'ana@loja.com.br' } });
  server.on('POST /auth/verify', () => ({ body: pair() }));
  const user = visit('/register');
  await user.type(await screen.findByLabelText('Nome completo'), 'Ana Maria');
  await user.type(screen.getByLabelText('E-mail de trabalho'), 'ana@loja.com.br');
  await user.type(screen.getByLabelText('Site da empresa'), 'loja.com.br');
  await user.tab();
  expect(screen.getByLabelText<HTMLInputElement>('Site da empresa').value).toBe('https://loja.com.br');
  await user.type(screen.getByLabelText('Senha'), 'Segredo#1');
  await user.click(screen.getByRole('button', { name: 'Criar conta' }));
  const code = await screen.findByLabelText('Dígito 1 do código');
  expect(bodyOf('/auth/register')).toMatchObject({ name: 'Ana Maria', website: 'https://loja.com.br', phone: '' });
  await user.click(code);
  await user.paste(' 12 34-56 ');
  await screen.findByRole('heading', { name: 'Olá, Ana' });
  expect(bodyOf('/auth/verify')).toEqual({ email: 'ana@loja.com.br', code: '123456', password: 'Segredo#1' });
});

test('asks for the password when the code page is opened from the email', async () => {
  answerSession(server);
  server.on('POST /auth/verify', () => ({ body: pair() }));
  server.on('POST /auth/verify/resend', { status: 202, body: { retryAfter: 60 } });
  const user = visit('/verify-email?email=ana%40loja.com.br');
  await user.click(await screen.findByRole('button', { name: 'Enviar outro código' }));
  expect(sessionStorage.getItem('pendingEmail')).toBeNull();
  await user.type(await screen.findByLabelText('Dígito 1 do código'), '123456');
  expect(server.to('/auth/verify')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Confirmar' }));
  await screen.findByText('Obrigatório');
  await user.type(screen.getByLabelText('Senha da sua conta'), 'Segredo#1{Enter}');
  await screen.findByRole('heading', { name: 'Olá, Ana' });
  expect(bodyOf('/auth/verify')).toEqual({ email: 'ana@loja.com.br', code: '123456', password: 'Segredo#1' });
});

test.each(['http://loja.com.br', 'https://loja.com.br', 'HTTPS://loja.com.br'])(
  'keeps the scheme of %s',
  async (address) => {
    const user = visit('/register');
    const website = await screen.findByLabelText<HTMLInputElement>('Site da empresa');
    await user.type(website, address);
    await user.tab();
    expect(website.value).toBe(address);
  },
);

test('marks each password rule when it is met', async () => {
  const user = visit('/register');
  const password = await screen.findByLabelText('Senha');
  const requirementsMet = () => screen.getAllByRole('listitem').map((part) => part.dataset.met);
  expect(requirementsMet()).toEqual(['false', 'false', 'false', 'false', 'false']);
  await user.type(password, 'aB');
  await waitFor(() => expect(requirementsMet()).toEqual(['false', 'true', 'true', 'false', 'false']));
  await user.type(password, 'cdefgh');
  expect(requirementsMet()).toEqual(['true', 'true', 'true', 'false', 'false']);
  await user.type(password, '1#');
  expect(requirementsMet()).toEqual(['true', 'true', 'true', 'true', 'true']);
});

test('shows validation errors and server errors in Portuguese at each field', async () => {
  const errors = [{ field: 'email', code: 'already_exists', message: 'Este e-mail já tem conta.' }];
  server.on('POST /auth/register', { status: 422, body: problem('invalid_input', 'Confira.', { errors }) });
  const user = visit('/register');
  await user.type(await screen.findByLabelText('Nome completo'), 'A');
  await user.type(screen.getByLabelText('E-mail de trabalho'), 'ana');
  await user.type(screen.getByLabelText('Telefone'), '12');
  await user.type(screen.getByLabelText('Senha'), 'abc');
  await user.click(screen.getByRole('button', { name: 'Criar conta' }));
  await screen.findByText('Use pelo menos 2 caracteres');
  for (const [label, fault] of Object.entries({
    'Nome completo': 'Use pelo menos 2 caracteres',
    'E-mail de trabalho': 'Informe um e-mail válido, como nome@empresa.com.br',
    'Site da empresa': 'Obrigatório',
    Telefone: 'Entrada inválida',
    Senha: 'Use pelo menos 8 caracteres',
  })) {
    expect(faultAt(screen.getByLabelText(label)), label).toBe(fault);
  }
  for (const [label, value] of Object.entries({
    'Nome completo': 'na',
    'E-mail de trabalho': '@loja.com.br',
    'Site da empresa': 'loja.com.br',
    Telefone: '345678901',
    Senha: 'defgH1#',
  })) {
    await user.type(screen.getByLabelText(label), value);
  }
  await user.click(screen.getByRole('button', { name: 'Criar conta' }));
  await screen.findByText('Este e-mail já tem conta.');
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail de trabalho'));
});

test('shows a wrong code at the code, and offers another one after a minute', async () => {
  sessionStorage.setItem('pendingEmail', JSON.stringify({ email: 'ana@loja.com.br', resendAt: Date.now() + 60_000 }));
  server.on('POST /auth/verify', { status: 422, body: problem('code_invalid', 'O código não confere.') });
  const user = visit('/verify-email');
  await user.type(await screen.findByLabelText('Dígito 1 do código'), '111111');
  await screen.findByText('O código não confere.');
  expect(screen.getByText(/Você pode pedir outro em (59|60) s\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Enviar outro código' })).toBeNull();
});

test('clears a wrong code, so that typing another one submits only the complete one', async () => {
  answerSession(server);
  sessionStorage.setItem('pendingEmail', JSON.stringify({ email: 'ana@loja.com.br', resendAt: Date.now() + 60_000 }));
  server.on('POST /auth/verify', { status: 422, body: problem('code_invalid', 'O código não confere.') });
  const user = visit('/verify-email');
  await user.type(await screen.findByLabelText('Dígito 1 do código'), '111111');
  await screen.findByText('O código não confere.');
  server.on('POST /auth/verify', () => ({ body: pair() }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Dígito 1 do código')));
  await user.keyboard('234567');
  await screen.findByRole('heading', { name: 'Olá, Ana' });
  const sent = server.to('/auth/verify').map(({ body }) => (JSON.parse(body ?? '') as { code: string }).code);
  expect(sent).toEqual(['111111', '234567']);
});

test('clears the digits and their error when another code is sent', async () => {
  sessionStorage.setItem('pendingEmail', JSON.stringify({ email: 'ana@loja.com.br', resendAt: Date.now() - 1 }));
  server.on('POST /auth/verify', { status: 422, body: problem('code_invalid', 'O código não confere.') });
  server.on('POST /auth/verify/resend', { status: 202, body: { retryAfter: 37 } });
  const user = visit('/verify-email');
  const digits = () => screen.getAllByLabelText<HTMLInputElement>(/^Dígito \d do código$/).map(({ value }) => value);
  await user.type(await screen.findByLabelText('Dígito 1 do código'), '111111');
  await screen.findByText('O código não confere.');
  await user.type(screen.getByLabelText('Dígito 1 do código'), '23');
  expect(digits()).toEqual(['2', '3', '', '', '', '']);
  await user.click(screen.getByRole('button', { name: 'Enviar outro código' }));
  await waitFor(() => expect(digits()).toEqual(['', '', '', '', '', '']));
  await waitFor(() => expect(screen.queryByText('O código não confere.')).toBeNull());
  expect(document.activeElement).toBe(screen.getByLabelText('Dígito 1 do código'));
});

test('waits as long as the server requires before another code', async () => {
  sessionStorage.setItem('pendingEmail', JSON.stringify({ email: 'ana@loja.com.br', resendAt: Date.now() - 1 }));
  server.on('POST /auth/verify/resend', { status: 202, body: { retryAfter: 37 } });
  const user = visit('/verify-email');
  await user.click(await screen.findByRole('button', { name: 'Enviar outro código' }));
  await screen.findByText(/Você pode pedir outro em (36|37) s\./);
  expect(await toastOf('status')).toContain('Enviamos um código novo.');
  expect(bodyOf('/auth/verify/resend')).toEqual({ email: 'ana@loja.com.br' });
});

test('requests a password reset', async () => {
  server.on('POST /auth/forgot-password', { status: 202, body: { email: 'ana@loja.com.br' } });
  server.on('POST /auth/reset-password', { status: 204 });
  const user = visit('/forgot-password');
  await user.type(await screen.findByLabelText('E-mail'), 'ana@loja.com.br{Enter}');
  await screen.findByRole('heading', { name: 'Veja seu e-mail' });
});

test('requires equal passwords and then leads to the sign-in', async () => {
  server.on('POST /auth/reset-password', { status: 204 });
  const user = visit('/reset-password#token=t');
  await user.type(await screen.findByLabelText('Senha nova'), 'Segredo#1');
  await user.type(screen.getByLabelText('Repita a senha'), 'Segredo#2{Enter}');
  await screen.findByText('As senhas não são iguais.');
  expect(server.to('/auth/reset-password')).toEqual([]);
  await user.type(screen.getByLabelText('Repita a senha'), '{Backspace}1{Enter}');
  await screen.findByRole('heading', { name: 'Entre na sua conta' });
  expect(bodyOf('/auth/reset-password')).toEqual({ token: 't', password: 'Segredo#1' });
});

test('leads an expired link to its page', async () => {
  server.on('POST /auth/reset-password', { status: 410, body: problem('link_expired') });
  const user = visit('/reset-password#token=old');
  await user.type(await screen.findByLabelText('Senha nova'), 'Segredo#1');
  await user.type(screen.getByLabelText('Repita a senha'), 'Segredo#1{Enter}');
  await screen.findByText('Este link expirou. Por favor, solicite um novo para continuar.');
  expect(here()).toBe('/expired');
});

test('shows the 404 page for an unknown address, with a link to the start', async () => {
  const user = visit('/nada/por/aqui');
  await screen.findByRole('heading', { name: 'Ops...' });
  await user.click(screen.getByRole('link', { name: 'Voltar ao início' }));
  await screen.findByRole('heading', { name: 'Entre na sua conta' });
  expect(here()).toBe('/login');
});

test('follows the history of the browser', async () => {
  const user = visit('/login');
  await user.click(await screen.findByRole('link', { name: 'Criar conta' }));
  await screen.findByRole('heading', { name: 'Crie sua conta' });
  window.history.back();
  fireEvent.popState(window);
  await waitFor(() => expect(here()).toBe('/login'));
});

describe('social sign-in', () => {
  const providers = {
    data: [
      { id: 'google', name: 'Google' },
      { id: 'microsoft', name: 'Microsoft' },
    ],
  };

  test('shows the configured providers with the return address', async () => {
    server.on('GET /auth/social', { body: providers });
    visit('/login?to=%2Fcontexts%3Fpage%3D2');
    const google = await screen.findByRole('link', { name: 'Continuar com Google' });
    expect(google.getAttribute('href')).toBe('/api/auth/social/google?returnTo=%2Fcontexts%3Fpage%3D2');
    expect(screen.getByRole('link', { name: 'Continuar com Microsoft' }).getAttribute('href')).toBe(
      '/api/auth/social/microsoft?returnTo=%2Fcontexts%3Fpage%3D2',
    );
  });

  test('shows nothing when no provider is configured, and loads them after the form', async () => {
    server.on('GET /auth/social', { body: { data: [] } });
    visit('/login');
    await screen.findByRole('button', { name: 'Entrar' });
    expect(server.to('/auth/social')).toEqual([]);
    await waitFor(() => expect(server.to('/auth/social')).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Outras formas de entrar' })).toBeNull();
  });

  test('shows the reason of a failed sign-in once', async () => {
    visit('/login?to=%2Fcontexts#error=unverified');
    expect((await screen.findByRole('alert')).textContent).toContain('não confirma que este e-mail é seu');
    expect(window.location.hash).toBe('');
    expect(here()).toBe('/login?to=%2Fcontexts');
  });

  test('exchanges the code for a session', async () => {
    answerSession(server);
    server.on('POST /auth/social/code', () => ({ body: pair() }));
    visit('/login/social?to=%2Fcontexts#code=um-codigo-de-uso-unico');
    await screen.findByRole('heading', { level: 1, name: 'Contextos' });
    expect(here()).toBe('/contexts');
    expect(window.location.hash).toBe('');
    expect(bodyOf('/auth/social/code')).toEqual({ code: 'um-codigo-de-uso-unico' });
    expect(server.to('/auth/social/code')).toHaveLength(1);
  });

  test.each(['#code=velho-velho-velho-velho', '', '#code=<b>'])('returns to the form with %s', async (hash) => {
    server.on('POST /auth/social/code', { status: 410, body: problem('code_expired') });
    visit(`/login/social?to=%2Fcontexts${hash}`);
    expect((await screen.findByRole('alert')).textContent).toContain('demorou demais');
    expect(here()).toBe('/login?to=%2Fcontexts');
  });
});

test('shows at its field that a password is too common', async () => {
  const errors = [{ field: 'password', code: 'password_common', message: 'Esta senha é fácil de adivinhar.' }];
  server.on('POST /auth/reset-password', { status: 422, body: problem('invalid_input', 'Confira.', { errors }) });
  const user = visit('/reset-password#token=t');
  await user.type(await screen.findByLabelText('Senha nova'), 'Segredo#1');
  await user.type(screen.getByLabelText('Repita a senha'), 'Segredo#1{Enter}');
  await screen.findByText('Esta senha é fácil de adivinhar.');
  expect(document.activeElement).toBe(screen.getByLabelText('Senha nova'));
});

test('fills in the email from the link', async () => {
  visit('/verify-email?email=ana%40loja.com.br');
  expect((await screen.findByLabelText<HTMLInputElement>('E-mail')).value).toBe('ana@loja.com.br');
});

test.each([
  ['/terms', 'Termos de uso'],
  ['/privacy', 'Política de privacidade'],
])('shows %s to guests, with links back and to the top', async (address, title) => {
  visit(address);
  await screen.findByRole('heading', { level: 1, name: title });
  expect(screen.getByRole('link', { name: 'Voltar' }).getAttribute('href')).toBe('/');
  expect(screen.getByText(/Todos os direitos reservados/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Voltar ao topo' })).toBeTruthy();
});
