// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newMessageId, newVisitorToken, visitStore } from '../../src/widget/visit.ts';

const visit = { conversationId: 'c', visitorToken: 't' };

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('what a device remembers', () => {
  it('keeps and forgets a visit', () => {
    const store = visitStore('1', true);
    expect(store.read()).toBeUndefined();
    store.write(visit);
    expect(visitStore('1', true).read()).toEqual(visit);
    expect(visitStore('2', true).read()).toBeUndefined();
    store.forget();
    expect(localStorage.length).toBe(0);
  });

  it('keeps nothing unless told to', () => {
    visitStore('1', false).write(visit);
    expect(localStorage.length).toBe(0);
  });

  it.each(['{', 'null', '4', '[]', '{"conversationId":"c"}'])('takes no %s for a visit', (kept) => {
    localStorage.setItem('prosa:1', kept);
    expect(visitStore('1', true).read()).toBeUndefined();
  });

  it('goes on where storage throws', () => {
    vi.stubGlobal('localStorage', {
      getItem() {
        throw new DOMException('', 'SecurityError');
      },
      setItem() {
        throw new DOMException('', 'QuotaExceededError');
      },
    });
    const store = visitStore('1', true);
    expect(() => store.write(visit)).not.toThrow();
    expect(store.read()).toBeUndefined();
  });
});

describe('ids and tokens', () => {
  it('are 32 random bytes, base64url', () => {
    const tokens = new Set(Array.from({ length: 200 }, newVisitorToken));
    expect(tokens.size).toBe(200);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  });

  it('are UUIDs of version 4, by hand too', () => {
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(newMessageId()).toMatch(uuid);
    const random = crypto.getRandomValues.bind(crypto);
    vi.stubGlobal('crypto', { getRandomValues: random });
    const ids = new Set(Array.from({ length: 200 }, newMessageId));
    expect(ids.size).toBe(200);
    for (const id of ids) expect(id).toMatch(uuid);
  });
});
