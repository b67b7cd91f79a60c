import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../../src/server/runtime/env.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'prosa-secrets-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('a secret in a file', () => {
  it('is read without the trailing newline and validated like the variable', () => {
    const env = readEnv({
      SECRET_KEY_FILE: fileWith('key', `${'k'.repeat(40)}\n`),
      DATABASE_URL_FILE: fileWith('url', 'postgres://prosa:segredo@db/prosa\n'),
      OIDC_EMPRESA_ISSUER: 'https://sso.example',
      OIDC_EMPRESA_CLIENT_ID: 'prosa',
      OIDC_EMPRESA_CLIENT_SECRET_FILE: fileWith('oidc', 'um-segredo\n'),
    });
    expect(env.SECRET_KEY).toBe('k'.repeat(40));
    expect(env.DATABASE_URL).toBe('postgres://prosa:segredo@db/prosa');
    expect(env.OIDC[0]?.clientSecret).toBe('um-segredo');
    const short = fileWith('short', 'segredo-curto');
    expect(() => readEnv({ SECRET_KEY_FILE: short })).toThrow('SECRET_KEY deve ser');
    expect(() => readEnv({ SECRET_KEY_FILE: short })).not.toThrow('segredo-curto');
  });

  it('stops the start with a clear message when it cannot be read or is also given as a variable', () => {
    expect(() => readEnv({ SECRET_KEY_FILE: join(folder, 'none') })).toThrow('O arquivo de SECRET_KEY_FILE');
    const file = fileWith('twice', 'k'.repeat(40));
    expect(() => readEnv({ SECRET_KEY: 'k'.repeat(40), SECRET_KEY_FILE: file })).toThrow('não os dois');
  });

  it('is only supported for secrets', () => {
    expect(readEnv({ PUBLIC_URL_FILE: join(folder, 'none'), SECRET_KEY_FILE: '' }).PUBLIC_URL).toBeUndefined();
  });
});
