// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  newMessageId,
  newVisitorToken,
  type Visit,
  visitStore,
  visitWith,
  visitWithout,
} from '../../src/widget/visit.ts';

const visit = { conversationId: 'c', visitorToken: 't', past: [{ id: 'c', title: 'Oi?', at: 5 }] };

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the stored visit', () => {
  it('can be written, read and forgotten', () => {
    const store = visitStore('1', true);
    expect(store.read()).toBeUndefined();
    store.write(visit);
    expect(visitStore('1', true).read()).toEqual(visit);
    expect(visitStore('2', true).read()).toBeUndefined();
    store.forget();
    expect(localStorage.length).toBe(0);
  });

  it('is kept only in memory when storing is disabled', () => {
    const store = visitStore('1', false);
    store.write(visit);
    expect(store.read()).toEqual(visit);
    expect(localStorage.length).toBe(0);
  });

  it.each(['{', 'null', '4', '[]', '"x"', '{"conversationId":"c"}'])('ignores %s in the storage', (stored) => {
    localStorage.setItem('prosa:1', stored);
    expect(visitStore('1', true).read()).toBeUndefined();
  });

  it('works in memory when the storage throws', () => {
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
    expect(store.read()).toEqual(visit);
  });

  it('reads the format of an earlier version and repairs invalid values', () => {
    localStorage.setItem('prosa:1', '{"conversationId":"c","visitorToken":"t","at":1}');
    expect(visitStore('1', true).read()).toEqual({ conversationId: 'c', visitorToken: 't', past: [] });
    localStorage.setItem('prosa:1', '{"visitorToken":7,"past":[null,4,{},{"id":{}},{"id":"x","title":1,"at":"?"}]}');
    const { visitorToken, past } = visitStore('1', true).read()!;
    expect([visitorToken, past.at(-1)]).toEqual(['7', { id: 'x', title: '1', at: 0 }]);
  });

  it('puts a conversation first without duplicates and keeps twenty', () => {
    let many: Visit = { visitorToken: 't', past: [] };
    for (let at = 0; at < 30; at++) many = visitWith(many, `c${at}`, `Pergunta   ${at}\n?`);
    many = visitWith(many, 'c29', 'outra coisa');
    expect(many.past).toHaveLength(20);
    expect(many.past.slice(0, 2)).toMatchObject([
      { id: 'c29', title: 'Pergunta 29 ?' },
      { id: 'c28', title: 'Pergunta 28 ?' },
    ]);
    expect(many.conversationId).toBe('c29');
    expect(visitWithout(many, 'c28').conversationId).toBe('c29');
    const left = visitWithout(many, 'c29');
    expect(left).not.toHaveProperty('conversationId');
    expect(left.past).toHaveLength(19);
  });
});

describe('ids and tokens', () => {
  it('visitor tokens are 32 random bytes in base64url', () => {
    const tokens = new Set(Array.from({ length: 200 }, newVisitorToken));
    expect(tokens.size).toBe(200);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  });

  it('message ids are version 4 UUIDs, also without crypto.randomUUID', () => {
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(newMessageId()).toMatch(uuid);
    const random = crypto.getRandomValues.bind(crypto);
    vi.stubGlobal('crypto', { getRandomValues: random });
    const ids = new Set(Array.from({ length: 200 }, newMessageId));
    expect(ids.size).toBe(200);
    for (const id of ids) expect(id).toMatch(uuid);
  });
});
