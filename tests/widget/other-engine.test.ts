import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Firefox, firefoxPath, startFirefox } from './firefox.ts';
import { HOSTILE_CSS, PATCHED_JS } from './hostile.ts';
import { CONTEXT_ID, setStage, type Stage } from './stage.ts';

const ENTER = '\uE007';
const ESCAPE = '\uE00C';
const ROOT = `document.querySelector('prosa-chat').shadowRoot`;
const PANEL = `${ROOT}.querySelector('div:last-child').shadowRoot`;

/** Skipped where Firefox is not installed. */
describe.runIf(firefoxPath)('the widget in Firefox', () => {
  let stage: Stage;
  let firefox: Firefox;
  beforeAll(async () => {
    stage = await setStage();
    stage.pages.set('/', {});
    stage.files.set('/hostile.css', HOSTILE_CSS);
    stage.files.set('/patched.js', PATCHED_JS);
    const head = '<link rel="stylesheet" href="/hostile.css"><script src="/patched.js"></script>';
    stage.pages.set('/hostile', { head });
    firefox = await startFirefox();
  }, 120_000);
  afterAll(async () => {
    await firefox?.close();
    await stage?.close();
  });
  const text = (selector: string) => firefox.evaluate(`${PANEL}.querySelector('${selector}')?.textContent.trim()`);

  it.each(['/', '/hostile'])('opens, asks, streams, shows sources and returns the focus at %s', async (path) => {
    stage.requests.length = stage.asked.length = 0;
    firefox.errors.length = 0;
    await firefox.goto(stage.site + path);
    await firefox.until(`document.querySelector('prosa-chat') && ${ROOT}.querySelector('.launcher svg')`);
    expect(stage.requests.filter((each) => each.includes('/w/'))).toEqual([`GET /w/${CONTEXT_ID}.js`]);
    const at = String(
      await firefox.evaluate(`(() => {
        const { x, y, width, height } = ${ROOT}.querySelector('.launcher').getBoundingClientRect();
        return [x + width / 2, y + height / 2, width, innerWidth - x - width, innerHeight - y - height].join();
      })()`),
    ).split(',');
    expect(at.slice(2).map(Number)).toEqual([56, 20, 20]);
    await firefox.clickAt(Number(at[0]), Number(at[1]));
    await firefox.until(`${PANEL}?.activeElement?.nodeName === 'TEXTAREA'`);
    const sources = [{ contentId: '1', title: 'Entregas', excerpt: 'Até 3 dias úteis.' }];
    stage.scenes.push({ kind: 'answer', pieces: ['Em **dois', ' dias**', ' úteis.'], pauseMs: 300, sources });
    await firefox.type(`Quando chega?${ENTER}`);
    await firefox.until(`/^Em dois/.test(${PANEL}.querySelector('.exchange .answer')?.textContent)`);
    await firefox.until(`${PANEL}.querySelector('.exchange .chip')`);
    expect(await text('.exchange .answer')).toBe('Em dois dias úteis.');
    expect(await text('.exchange .answer strong')).toBe('dois dias');
    expect(stage.asked[0]!.question).toBe('Quando chega?');

    await firefox.goto(stage.site + path);
    await firefox.until(`${ROOT}.querySelector('.launcher svg')`);
    await firefox.evaluate(`window.Prosa.open()`);
    await firefox.until(`${PANEL}?.querySelector('.exchange .chip')`);
    expect(await text('.exchange .answer')).toBe('Em dois dias úteis.');
    await firefox.until(`${PANEL}.activeElement?.nodeName === 'TEXTAREA'`);
    await firefox.type(ESCAPE);
    await firefox.until(`${ROOT}.activeElement === ${ROOT}.querySelector('.launcher')`);
    await firefox.evaluate('localStorage.clear()');
    expect(firefox.errors).toEqual([]);
  });
});
