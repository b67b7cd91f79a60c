import { expect, test } from 'vitest';
import { proposeSiteName, siteNameOf } from '../../src/reading/capture/site-name.ts';
import { businessAddress, isProfile, nameOfSite, originsOfSite } from '../../src/shared/site-origins.ts';

const home = (title: string | null, siteName: string | null = null) => ({ title, siteName });

test('the name of a site is what it declares, what its address says, or what its pages share', () => {
  expect(siteNameOf(home('Início | Loja', 'Pedal do Vale'), 'loja.test')).toBe('Pedal do Vale');
  expect(siteNameOf(home('Bikes e peças | Pedal do Vale'), 'www.pedaldovale.com.br')).toBe('Pedal do Vale');
  const titles = ['Queijos e doces | Empório Serra', 'Contato | Empório Serra', 'Entregas | Empório Serra'];
  expect(siteNameOf(home(titles[0]!), '127.0.0.1', titles)).toBe('Empório Serra');
  for (const unsure of ['Horários', 'Queijos e doces | Empório Serra', 'Home', ''])
    expect(siteNameOf(home(unsure), 'loja.test')).toBeNull();
});

test('a name to be confirmed is else the shortest part of the title that names no page', () => {
  expect(proposeSiteName(home('Queijos, cafés e doces | Empório Serra'), 'loja.test')).toBe('Empório Serra');
  expect(proposeSiteName(home('Home - Padaria Sol'), 'loja.test')).toBe('Padaria Sol');
  expect(proposeSiteName(home('Página inicial'), 'loja.test')).toBeNull();
  expect(proposeSiteName(home(null), 'loja.test')).toBeNull();
});

test.each([
  ['@pedal.do_vale', 'https://www.instagram.com/pedal.do_vale', 'Pedal Do Vale'],
  ['instagram.com/pedal.do_vale?igsh=1', 'https://instagram.com/pedal.do_vale?igsh=1', 'Pedal Do Vale'],
  ['(11) 91234-5678', 'https://wa.me/5511912345678', null],
  ['wa.me/5511912345678', 'https://wa.me/5511912345678', null],
])('the profile %s is an address without a site to read or to show the widget on', (typed, address, name) => {
  expect(businessAddress(typed)).toBe(address);
  expect(isProfile(address)).toBe(true);
  expect(nameOfSite(address)).toBe(name);
  expect(originsOfSite(address)).toEqual([]);
});

test('other addresses are sites', () => {
  expect(businessAddress(' loja-azul.com.br ')).toBe('https://loja-azul.com.br');
  expect(businessAddress('192.168.100.200')).toBe('https://192.168.100.200');
  expect(isProfile('https://minhainstagram.com')).toBe(false);
  expect(nameOfSite('https://www.loja-azul.com.br')).toBe('Loja Azul');
});
