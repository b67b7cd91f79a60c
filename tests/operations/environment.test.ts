import { describe, expect, it } from 'vitest';
import { readEnv } from '../../src/server/runtime/env.ts';

describe('the environment', () => {
  it.each([
    ['MAIL_FROM', 'xyz'],
    ['MAIL_FROM', 'Prosa <>'],
    ['MAIL_FROM', 'Prosa <a@b.com>, Outra <c@d.com>'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://smtp.empresa.com.br:99999'],
    ['CRAWL_ALLOW', 'a:99999'],
    ['CRAWL_ALLOW', 'intranet:80,a:0'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '10.0.0.0/8, proxy'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'true'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(`${name} deve ser`);
  });

  it.each([
    ['MAIL_FROM', 'Padaria São João <contato@padaria-são.com.br>'],
    ['MAIL_FROM', 'prosa@localhost'],
    ['SMTP_URL', 'smtps://ana%40empresa:se%23nha@smtp.empresa.com.br:465'],
    ['SMTP_URL', 'smtp://[::1]:1025'],
  ])('accepts %s=%s', (name, value) => {
    expect(readEnv({ [name]: value })).toMatchObject({ [name]: value });
  });

  it('accepts lists of hosts and of proxies', () => {
    expect(
      readEnv({ CRAWL_ALLOW: '[::1]:8080, intranet:80', TRUST_PROXY: '10.0.0.5,10.0.0.0/8, fd00::/8,loopback' }),
    ).toMatchObject({
      CRAWL_ALLOW: ['[::1]:8080', 'intranet:80'],
      TRUST_PROXY: ['10.0.0.5', '10.0.0.0/8', 'fd00::/8', 'loopback'],
    });
  });
});
