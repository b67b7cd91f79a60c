// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { initialAppearance, type WidgetAppearance } from '../../src/shared/appearance.ts';
import { answerPainter, renderAnswer } from '../../src/widget/answer.ts';
import { launcherRule } from '../../src/widget/launcher.ts';
import { mount, renderExchange } from '../../src/widget/panel.ts';
import { themeRule } from '../../src/widget/theme.ts';
import { dangersOf, elementsOf } from './html.ts';
import { PAYLOADS } from './payloads.ts';

const appearance = initialAppearance('Lia', 'Aurora');
const closed = /^(?:p|ul|ol|li|strong|em|code|pre|a|br)$/;

afterEach(() => {
  document.body.textContent = '';
});

describe('script injection payloads', () => {
  it('are sixty', () => expect(new Set(PAYLOADS).size).toBe(60));

  it.each(PAYLOADS)('stay text in an answer, however it is split: %s', (payload) => {
    const answer = `Veja: ${payload} fim\n\n- ${payload}`;
    const into = document.createElement('div');
    const painter = answerPainter(into);
    const check = () => {
      const elements = elementsOf(into);
      expect(dangersOf(elements)).toEqual([]);
      for (const each of elements) expect(each.localName).toMatch(closed);
    };
    for (let end = 1; end <= answer.length; end++) {
      painter.paint(answer.slice(0, end));
      check();
    }
    painter.finish(answer, [{ word: 'Veja', link: payload, caseSensitive: false }]);
    check();
  });

  it.each(PAYLOADS)('stay text in a question, a source and a link rule: %s', (payload) => {
    const drawn = renderExchange(
      {
        question: payload,
        answer: `Veja ${payload}`,
        grounded: true,
        sources: [{ contentId: payload, title: payload, url: payload, heading: payload, excerpt: payload }],
        links: [{ word: payload, link: payload, caseSensitive: true }],
      },
      appearance,
    );
    document.body.appendChild(drawn);
    drawn.shadowRoot!.querySelector<HTMLButtonElement>('.chip')!.click();
    expect(drawn.shadowRoot!.querySelector('blockquote')!.textContent).toBe(payload);
    expect(drawn.shadowRoot!.querySelector('.user')!.textContent).toContain(payload);
    expect(dangersOf(elementsOf(document.body))).toEqual([]);
  });

  it.each(PAYLOADS)('stay text in every field of the appearance: %s', (payload) => {
    const fill = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each)]))
        : payload;
    const hostile = fill(appearance) as WidgetAppearance;
    for (const rule of [themeRule(hostile), launcherRule(hostile)]) {
      expect(rule.match(/[{}]/g)).toHaveLength(2);
      expect(rule).not.toMatch(/url|evil|@|<|expression|NaN|undefined/);
    }
    const into = document.body.appendChild(document.createElement('div'));
    const mounted = mount({
      into,
      api: 'http://127.0.0.1:9/api',
      contextId: payload,
      appearance: hostile,
      layout: 'inline',
      remember: false,
    });
    expect(dangersOf(elementsOf(document.body))).toEqual([]);
    expect(into.shadowRoot!.querySelector('.welcome')!.textContent).toBe(payload);
    mounted.destroy();
  });

  it('never reach an HTML parser', async () => {
    const files = import.meta.glob<string>('../../src/widget/*.ts', { query: '?raw', import: 'default', eager: true });
    expect(Object.keys(files).length).toBeGreaterThan(20);
    for (const [name, source] of Object.entries(files)) {
      expect(source, name).not.toMatch(
        /innerHTML|outerHTML|insertAdjacent|document\.write|DOMParser|\beval\b|new Function/,
      );
    }
    expect(renderAnswer('a', []).textContent).toBe('a');
  });
});
