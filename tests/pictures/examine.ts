import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const AXE = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

/**
 * Waits until nothing is loading or moving and no placeholder is visible; gives up after a few seconds. `steadyMs`:
 * how long this state must last, for screens that may redirect.
 */
export async function untilSteady(page: Page, isLoading = false, steadyMs = 0): Promise<void> {
  await page
    .waitForFunction(
      ({ holds, steadyMs: minSteadyMs }) => {
        const clock = window as unknown as { steadySince?: number };
        // The start page stays in the document, hidden.
        const isWaiting = [...document.querySelectorAll('.splash, .guard-wait, .help-opening')].some((sign) =>
          sign.checkVisibility(),
        );
        const isBusy = !holds && document.querySelector('main .ant-skeleton, main [aria-busy="true"]') !== null;
        // A chart follows its container's width after a delay.
        const isChartLate = [...document.querySelectorAll('.chart-canvas')].some(
          (chart) => chart.querySelector('canvas')?.clientWidth !== chart.clientWidth,
        );
        const isThere = document.body.innerText.trim() !== '' && !isWaiting && !isBusy && !isChartLate;
        clock.steadySince = isThere ? (clock.steadySince ?? performance.now()) : undefined;
        const isSteady = clock.steadySince !== undefined && performance.now() - clock.steadySince >= minSteadyMs;
        if (isSteady) clock.steadySince = undefined;
        return isSteady;
      },
      { holds: isLoading, steadyMs },
      { timeout: 6_000, polling: 60 },
    )
    .catch(() => undefined);
  await page.evaluate(async () => {
    const quiet = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    await Promise.race([document.fonts.ready, quiet(1_000)]);
    const ending = () =>
      document.getAnimations().map(({ finished, effect, timeline }) => {
        const isEndless = timeline !== document.timeline || effect?.getComputedTiming().iterations === Infinity;
        return isEndless ? null : finished.catch(() => null);
      });
    await Promise.race([Promise.all(ending()), quiet(800)]);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** The serious and critical violations that axe finds on the page. */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    interface Fault {
      id: string;
      impact: string;
      nodes: { html: string; any: { message: string }[] }[];
    }
    const { axe } = window as unknown as {
      axe: { run(where: Document, how: object): Promise<{ violations: Fault[] }> };
    };
    const rules = { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } };
    const { violations } = await axe.run(document, { rules, resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.slice(0, 4).map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message.slice(0, 120) ?? ''}`),
      );
  });
}

/** Elements that overflow the window, and clipped text without an ellipsis. */
export function overflowsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const describeElement = (element: Element) =>
      `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
    const elements = [...document.body.querySelectorAll<HTMLElement>('*')];
    const found: string[] = [];
    const beyond = document.documentElement.scrollWidth - window.innerWidth;
    if (beyond > 0) {
      const widest = elements
        .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
        .filter((element) => element.parentElement && getComputedStyle(element.parentElement).overflowX === 'visible');
      found.push(`wider than the window by ${beyond} px: ${widest.slice(0, 3).map(describeElement).join(', ')}`);
    }
    for (const popup of document.querySelectorAll('.ant-select-dropdown, .popup, .tip')) {
      const { left, right, top, width } = popup.getBoundingClientRect();
      const isShown = width > 0 && !popup.className.includes('-hidden');
      const isInWindow = left >= 0 && right <= window.innerWidth && top >= 0 && top < window.innerHeight;
      if (isShown && !isInWindow) found.push(`opens outside of the window: ${describeElement(popup)}`);
    }
    for (const table of document.querySelectorAll('.rows .ant-table-container')) {
      const hidden = table.scrollWidth - table.clientWidth;
      if (hidden > 1) found.push(`table is wider than its frame by ${hidden} px: ${describeElement(table)}`);
    }
    for (const element of elements) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!hasText || element.clientWidth <= 2 || element.closest('svg, [inert], [aria-hidden="true"]')) continue;
      const style = getComputedStyle(element);
      const isCutWide =
        style.overflowX === 'hidden' &&
        style.textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1;
      const isCutHigh =
        style.overflowY === 'hidden' &&
        style.webkitLineClamp === 'none' &&
        element.scrollHeight > element.clientHeight + 3;
      if (isCutWide || isCutHigh) found.push(`text is cut: ${describeElement(element)}`);
    }
    return found.slice(0, 6);
  });
}
