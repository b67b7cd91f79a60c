import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepImages } from '../../src/server/chat/appearance/images.ts';
import { initialAppearance } from '../../src/shared/appearance.ts';
import { type Caller, eventsOf, type SharedServer, sharedServer } from '../support/server.ts';

let server: SharedServer;
let site: Server;
let page = '';
let siteUrl = '';
let owner: Caller;
let base: string;
beforeAll(async () => {
  site = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  siteUrl = `http://127.0.0.1:${port}`;
  server = await sharedServer({ allow: [`127.0.0.1:${port}`] });
});
afterAll(async () => {
  site.close();
});
const sqlOf = (text: string, values: unknown[] = []) => server.services.db.pool.query(text, values);
beforeEach(async () => {
  owner = await server.signUp();
  await sqlOf(`update subscriptions set plan_id = 'business' where account_id = $1`, [owner.accountId]);
  base = `/contexts/${owner.contextId}`;
});

const appearanceOf = async (caller = owner) => (await caller.get(`${base}/appearance`)).body;
const save = async (change: object, caller = owner) =>
  caller.put(`${base}/appearance`, { ...(await appearanceOf(caller)), ...change });
const versions = async () => (await owner.get(`${base}/appearance-versions`)).body.data;

it('is readable and can be saved for a context with the longest name', async () => {
  const name = 'Loja da Vila Madalena, ao lado do metrô '.repeat(2).trim();
  const { body } = await owner.post('/contexts', { name });
  base = `/contexts/${body.id}`;
  expect(await appearanceOf()).toMatchObject({ botName: name, companyName: name });
  expect((await save({ exampleQuestion: 'Abre hoje?' })).status).toBe(200);
});

describe('saved appearances', () => {
  it('are kept with their author, starting with the previous one, and can be restored', async () => {
    const admin = await server.as(owner, 'ADMIN');
    const { botName } = await appearanceOf();
    expect(await versions()).toEqual([]);
    expect((await save({ botName: 'Bia' })).body.botName).toBe('Bia');
    await save(
      { botName: 'Bento', answerProfile: { profile: 'precise', personality: 'Alegre', restrictions: '' } },
      admin,
    );
    const saved = await versions();
    expect(saved.map((one: any) => [one.userName, one.appearance.botName])).toEqual([
      ['ADMIN', 'Bento'],
      ['Helena Prado', 'Bia'],
      ['', botName],
    ]);
    expect(saved[0].appearance.answerProfile.profile).toBe('precise');
    const restored = await owner.post(`${base}/appearance-versions/${saved[1].id}/restore`);
    expect(restored.body).toMatchObject({ botName: 'Bia', answerProfile: { profile: 'balanced', personality: '' } });
    expect(await appearanceOf()).toEqual(restored.body);
    expect(await versions()).toHaveLength(4);
  });

  it('are not created without changes, and limited to 50', async () => {
    await save({});
    expect(await versions()).toHaveLength(0);
    for (let at = 1; at <= 52; at += 1) await save({ botName: `Bia ${at}` });
    const saved = await versions();
    expect(saved).toHaveLength(50);
    expect(saved[0].appearance.botName).toBe('Bia 52');
    expect(saved[49].appearance.botName).toBe('Bia 3');
  });

  it('merge with those of others, and the audit log lists the changed parts', async () => {
    const admin = await server.as(owner, 'ADMIN');
    const began = await appearanceOf();
    expect((await save({ botName: 'Bia' }, admin)).status).toBe(200);
    const merged = await owner.put(`${base}/appearance`, { ...began, companyName: 'Aurora' });
    expect(merged).toMatchObject({ status: 200, body: { botName: 'Bia', companyName: 'Aurora' } });
    const { version } = began;
    const late = await owner.put(`${base}/appearance`, { botName: 'Bento', companyName: 'Aurora', version });
    expect(late.body).toMatchObject({ status: 409, current: { botName: 'Bia', saved: { userName: 'Helena Prado' } } });
    expect(late.body.errors.map(({ field }: { field: string }) => field)).toEqual(['botName']);
    const { person: _, version: __, ...appearance } = await appearanceOf();
    expect((await owner.put(`${base}/appearance`, appearance)).status).toBe(200);
    const log = await sqlOf(
      `select user_name, subject, detail from audit_entries
       where account_id = $1 and action = 'appearance_changed' order by id`,
      [owner.accountId],
    );
    expect(log.rows.map((row) => [row.user_name, row.detail.parts])).toEqual([
      ['ADMIN', ['botName']],
      ['Helena Prado', ['companyName']],
    ]);
    expect(log.rows[0].subject).toBeTruthy();
  });

  it('keep the contact details when they are omitted and when a version is restored', async () => {
    await save({ person: { email: 'loja@empresa.com.br', whatsapp: '' } });
    const { person: _, ...appearance } = await appearanceOf();
    await owner.put(`${base}/appearance`, { ...appearance, botName: 'Bia' });
    expect((await appearanceOf()).person.email).toBe('loja@empresa.com.br');
    const first = (await versions()).at(-1);
    expect(first.appearance.person.email).toBe('');
    await owner.post(`${base}/appearance-versions/${first.id}/restore`);
    expect((await appearanceOf()).person.email).toBe('loja@empresa.com.br');
  });

  it('reject invalid colours, images of another context, and plans without customisation', async () => {
    const { colors } = initialAppearance('Bia', '');
    const bad = await save({ colors: { ...colors, primary: '#12345' } });
    expect(bad.body).toMatchObject({ status: 422, errors: [{ field: 'colors.primary' }] });
    for (const primary of ['#abc', '#abcd', '#aabbcc', '#aabbccdd']) {
      expect((await save({ colors: { ...colors, primary } })).status).toBe(200);
    }
    const foreign = await save({ images: { open: randomUUID(), ai: null, user: null } });
    expect(foreign.body).toMatchObject({ status: 422, errors: [{ field: 'images.open', code: 'invalid_image' }] });
    await sqlOf(`update subscriptions set plan_id = 'free' where account_id = $1`, [owner.accountId]);
    for (const path of ['appearance', 'appearance-versions']) {
      expect((await owner.get(`${base}/${path}`)).body).toMatchObject({
        code: 'plan_upgrade_required',
        flag: 'customizeWidget',
      });
    }
  });
});

describe('the names of bot and company', () => {
  const names = async () => {
    // The plan only limits the editor, not the names that visitors see.
    const { botName, companyName } = (await owner.get(`/widgets/${owner.contextId}`)).body.appearance;
    return { botName, companyName };
  };

  it("follow the context's name until they are set, on every plan", async () => {
    await sqlOf(`update subscriptions set plan_id = 'free' where account_id = $1`, [owner.accountId]);
    const renamed = await owner.put(base, { name: 'Padaria' });
    expect(renamed.body).toMatchObject({ name: 'Padaria', botName: null, companyName: null });
    expect(await names()).toEqual({ botName: 'Padaria', companyName: 'Padaria' });
    const named = await owner.put(base, { name: 'Padaria Sol', botName: 'Lia' });
    expect(named.body).toMatchObject({ botName: 'Lia', companyName: null });
    expect(await names()).toEqual({ botName: 'Lia', companyName: 'Padaria Sol' });
    await owner.put(base, { name: 'Padaria Lua' });
    expect(await names()).toEqual({ botName: 'Lia', companyName: 'Padaria Lua' });
    await owner.put(base, { botName: null });
    expect(await names()).toEqual({ botName: 'Padaria Lua', companyName: 'Padaria Lua' });
  });

  it('can be set for a new context', async () => {
    const { status, body } = await owner.post('/contexts', { name: 'Filial', companyName: 'Loja Ltda.' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ botName: null, companyName: 'Loja Ltda.' });
  });
});

describe('images', () => {
  const draw = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c00' } });
  const send = (bytes: Buffer, fields: Record<string, string> = { part: 'ai' }) =>
    owner.upload(`${base}/images`, fields, { name: 'foto.png', bytes });
  const fileOf = (id: string) => server.app.inject({ url: `/w/images/${id}.webp` });

  it('are cropped, re-encoded without metadata, and public with an immutable cache', async () => {
    const left = await draw(300, 600).png().toBuffer();
    const two = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#00c' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'segredo da câmera' } })
      .jpeg()
      .toBuffer();
    const sent = await send(two, { part: 'open', left: '10', top: '0', side: '280' });
    expect(sent.status).toBe(201);
    const file = await fileOf(sent.body.id);
    expect(file.headers).toMatchObject({
      'content-type': 'image/webp',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const seen = sharp(file.rawPayload);
    expect(await seen.metadata()).toMatchObject({ format: 'webp', width: 192, height: 192 });
    expect((await seen.metadata()).exif).toBeUndefined();
    const { dominant } = await seen.stats();
    expect(dominant.r).toBeGreaterThan(150);
    expect(dominant.b).toBeLessThan(60);
    // The same image reuses its row. Another part has another size.
    expect((await send(two, { part: 'open', left: '10', top: '0', side: '280' })).body.id).toBe(sent.body.id);
    const face = await send(two, { part: 'ai' });
    expect(await sharp((await fileOf(face.body.id)).rawPayload).metadata()).toMatchObject({ width: 96, height: 96 });
    expect((await save({ images: { open: sent.body.id, ai: face.body.id, user: null } })).status).toBe(200);
    const shown = await server.call({ method: 'GET', url: `/api/widgets/${owner.contextId}` });
    expect(shown.body.appearance.images.open).toBe(sent.body.id);
  });

  it('are rejected when invalid, truncated or a decompression bomb', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const valid = await draw(64, 64).png().toBuffer();
    const bomb = await draw(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer();
    for (const bytes of [svg, Buffer.from('GIF89a nada'), valid.subarray(0, valid.length / 2), bomb]) {
      expect((await send(bytes)).body).toMatchObject({
        status: 422,
        errors: [{ field: 'image', code: 'invalid_image' }],
      });
    }
    const wrong = await send(valid, { part: 'capa' });
    expect(wrong.body).toMatchObject({ status: 422, errors: [{ field: 'part' }] });
    expect((await fileOf(randomUUID())).statusCode).toBe(404);
  });

  it('are deleted after a day when no appearance uses them', async () => {
    const idOf = async (width: number) => (await send(await draw(width, 40).png().toBuffer())).body.id as string;
    const used = await send(
      await sharp(await draw(50, 50).png().toBuffer())
        .negate()
        .png()
        .toBuffer(),
    );
    const old = await idOf(60);
    await save({ images: { open: null, ai: used.body.id, user: null } });
    await sqlOf(`update context_images set created_at = now() - interval '2 days' where account_id = $1`, [
      owner.accountId,
    ]);
    const young = (await send(await draw(70, 70).flip().tint('#0c0').png().toBuffer())).body.id;
    expect(await sweepImages(server.services.db)).toBe(1);
    expect((await fileOf(old)).statusCode).toBe(404);
    expect((await fileOf(young)).statusCode).toBe(200);
    // The current appearance no longer uses it, but a saved version does.
    await save({ images: { open: null, ai: null, user: null } });
    await sqlOf(`update context_images set created_at = now() - interval '2 days' where account_id = $1`, [
      owner.accountId,
    ]);
    await sweepImages(server.services.db);
    expect((await fileOf(used.body.id)).statusCode).toBe(200);
    expect((await fileOf(young)).statusCode).toBe(404);
  });
});

describe('demo links', () => {
  const create = (caller = owner) => caller.post('/demo-links', { contextId: owner.contextId });
  const make = async () => (await create()).body;
  const open = (id: string) => server.call({ method: 'GET', url: `/api/demo-links/${id}` });
  const ask = (demo: string, contextId = owner.contextId) =>
    server.call({
      method: 'POST',
      url: `/api/widgets/${contextId}/messages`,
      headers: { origin: 'http://prosa.test' },
      payload: { question: 'Oi', visitorToken: 'um-visitante-da-demo', demo },
    });

  it('open the chat to anyone for 24 hours, as demo conversations', async () => {
    const link = await make();
    expect(link).toMatchObject({
      url: `http://prosa.test/preview/${link.id}`,
      userName: 'Helena Prado',
      state: 'live',
    });
    // Nothing in the id can be guessed, not even the time.
    expect(link.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/);
    expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(24 * 60 * 60 * 1_000);
    expect((await open(link.id)).body).toMatchObject({ contextId: owner.contextId, expiresAt: link.expiresAt });
    const answered = await ask(link.id);
    expect(eventsOf(answered.text).at(-1)?.event).toBe('done');
    const conversations = (await owner.get(`/conversations?contextId=${owner.contextId}`)).body.data;
    expect(conversations.map((one: any) => one.type)).toEqual(['demo']);
    expect((await owner.get(`${base}/origins`)).body.lastSeenAt).toBeNull();
  });

  it('stop working when expired or revoked, and never work for another context', async () => {
    const expired = {
      status: 410,
      code: 'link_expired',
      message: 'Este link expirou. Por favor, solicite um novo para continuar.',
    };
    const [late, revoked, good] = [await make(), await make(), await make()];
    await sqlOf(`update demo_links set expires_at = now() - interval '1 second' where id = $1`, [late.id]);
    expect((await owner.delete(`/demo-links/${revoked.id}`)).status).toBe(204);
    for (const id of [late.id, revoked.id, randomUUID()]) {
      expect((await open(id)).body).toMatchObject(expired);
      expect((await ask(id)).body).toMatchObject(expired);
    }
    const other = (await owner.post('/contexts', { name: 'Filial' })).body.id;
    expect((await ask(good.id, other)).body).toMatchObject(expired);
    const { data } = (await owner.get(`/demo-links?contextId=${owner.contextId}`)).body;
    expect(Object.fromEntries(data.map((one: any) => [one.id, one.state]))).toEqual({
      [late.id]: 'expired',
      [revoked.id]: 'revoked',
      [good.id]: 'live',
    });
  });

  it('are limited to 20 and require permission to edit', async () => {
    const reader = await server.as(owner, 'READER');
    expect((await create(reader)).status).toBe(403);
    const made = await Promise.all(Array.from({ length: 22 }, () => create()));
    expect(made.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), 409, 409]);
  });
});

describe('the check of a website', () => {
  const check = (url = `${siteUrl}/loja`) => owner.post(`${base}/check-site`, { url });
  const code = (id: string) => `<script src="http://prosa.test/w/${id}.js" async></script>`;

  it('finds the snippet of this context and whether the origin is allowed', async () => {
    page = `<html><body>Loja ${code(owner.contextId)}</body></html>`;
    expect((await check()).body).toEqual({
      url: `${siteUrl}/loja`,
      origin: siteUrl,
      status: 200,
      snippet: 'found',
      hasTagManager: false,
      isAllowed: false,
      askedAt: null,
    });
    await owner.put(`${base}/origins`, { origins: [siteUrl] });
    expect((await check()).body).toMatchObject({ isAllowed: true });
  });

  it("distinguishes another context's snippet, inactive code and a tag manager", async () => {
    page = code(randomUUID());
    expect((await check()).body.snippet).toBe('other');
    page = `<!-- ${code(owner.contextId)} --><p>&lt;script src="/w/${owner.contextId}.js"&gt;</p>`;
    expect((await check()).body).toMatchObject({ snippet: 'missing', hasTagManager: false });
    page = `<script async src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>`;
    expect((await check()).body).toMatchObject({ snippet: 'missing', hasTagManager: true });
    page = `<script>var s=document.createElement('script');s.src='http://prosa.test/w/${owner.contextId}.js'</script>`;
    expect((await check()).body.snippet).toBe('found');
  });

  it('tries http when https does not answer, and believes the questions that came from there', async () => {
    const https = siteUrl.replace('http:', 'https:');
    page = '<p>Loja</p>';
    await owner.put(`${base}/origins`, { origins: [siteUrl] });
    expect((await check(https)).body).toMatchObject({
      origin: siteUrl,
      status: 200,
      snippet: 'missing',
      askedAt: null,
    });
    const ask = (origin: string) =>
      server.call({
        method: 'POST',
        url: `/api/widgets/${owner.contextId}/messages`,
        payload: { question: 'Que horas abre?' },
        headers: { origin },
      });
    expect((await ask('http://outra.test')).status).toBe(403);
    expect((await check(https)).body.askedAt).toBeNull();
    expect((await ask(siteUrl)).status).toBe(200);
    const { askedAt } = (await check(https)).body;
    expect(Math.abs(Date.parse(askedAt) - Date.now())).toBeLessThan(60_000);
  });

  it('only contacts public addresses and reports an unreachable site', async () => {
    expect((await check('http://127.0.0.1:1/')).body).toMatchObject({ status: 422, code: 'address_refused' });
    expect((await check('http://169.254.169.254/latest')).body.code).toBe('address_refused');
    expect((await check('http://nao-existe.invalid/')).body).toMatchObject({ status: null, snippet: 'unknown' });
    const reader = await server.as(owner, 'READER');
    expect((await reader.post(`${base}/check-site`, { url: siteUrl })).status).toBe(403);
  });
});
