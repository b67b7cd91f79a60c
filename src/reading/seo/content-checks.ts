import { isSameSite } from '../capture/site-address.ts';
import type { Check, CheckedPage, Finding } from './evaluate-page.ts';
import type { LinkFact } from './page-facts.ts';

/** Link texts that do not describe the target. */
const GENERIC = new Set(
  (
    'aqui|clique aqui|clique|saiba mais|leia mais|ler mais|veja mais|ver mais|mais|mais informações|mais informacoes|' +
    'confira|acesse|acesse aqui|acessar|continue lendo|continuar lendo|link|este link|neste link|página|site|' +
    'click here|here|read more|more|learn more|this page|start|go'
  ).split('|'),
);
const MAX_ADDRESS = 115;
const WORDS = { thin: 100, little: 250 };
/** Above it a check fails instead of warning. */
const MAX_INVALID_SHARE = 0.25;

const isGeneric = ({ text }: LinkFact) => GENERIC.has(text.toLowerCase().replace(/[\s.…»>→!:]+$/u, ''));

/** Null when it leads to no page. */
function targetOf({ href }: LinkFact, { url }: CheckedPage): URL | null {
  if (href === undefined || !URL.canParse(href.trim(), url.href)) return null;
  const target = new URL(href.trim(), url.href);
  return target.protocol === 'http:' || target.protocol === 'https:' ? target : null;
}

/** `found`: `faulty/all` and the first three faulty ones. */
function judgeShare(invalid: readonly string[], all: number): Finding {
  if (all === 0) return ['none'];
  const found = [`${invalid.length}/${all}`, ...invalid.slice(0, 3).map((one) => one.slice(0, 80))].join(' · ');
  if (invalid.length === 0) return ['pass', all];
  return [invalid.length / all > MAX_INVALID_SHARE ? 'fail' : 'warn', found];
}

function checkHeadings({ headings }: CheckedPage): Finding {
  if (headings.length === 0) return ['none'];
  const at = headings.findIndex((level, index) => level > (headings[index - 1] ?? 1) + 1);
  return at === -1 ? ['pass', headings.length] : ['warn', `h${headings[at - 1] ?? 0} → h${headings[at]}`];
}

function checkLinks(page: CheckedPage): Finding {
  const uncrawlable = page.links.filter(({ href, hasOnclick }) =>
    href === undefined
      ? hasOnclick
      : /^\s*javascript:(?!\s*void\(0\)\s*;?$)/i.test(href) || (href.trim() === '#' && hasOnclick),
  );
  return judgeShare(
    uncrawlable.map(({ text, href }) => text || href || ''),
    page.links.length,
  );
}

function checkLinkTexts(page: CheckedPage): Finding {
  const leading = page.links.filter((link) => targetOf(link, page) !== null);
  const invalid = leading.filter((link) => link.text === '' || isGeneric(link));
  return judgeShare(
    invalid.map(({ text, href }) => text || href || ''),
    leading.length,
  );
}

function countInternal(page: CheckedPage): number {
  const targets = page.links.map((link) => targetOf(link, page)).filter((target) => target !== null);
  const own = targets.filter((target) => isSameSite(target, page.url) && target.pathname !== page.url.pathname);
  return new Set(own.map(({ pathname, search }) => pathname + search)).size;
}

function checkAddress({ url }: CheckedPage): Finding {
  const path = decodeURI(url.pathname + url.search);
  const isPlain = !/[_A-Z\s]|%[0-9A-F]{2}/.test(url.pathname) && [...url.searchParams].length <= 1;
  return [isPlain && url.href.length <= MAX_ADDRESS ? 'pass' : 'warn', path];
}

function checkWords({ words }: CheckedPage): Finding {
  return [words < WORDS.thin ? 'fail' : words < WORDS.little ? 'warn' : 'pass', words];
}

export const contentChecks: readonly Check[] = [
  {
    id: 'heading-1',
    weight: 4,
    run: ({ heading1 }) => [
      heading1.length === 1 ? 'pass' : heading1.length > 1 ? 'warn' : 'fail',
      heading1.join(' · '),
    ],
  },
  { id: 'heading-order', weight: 1, run: checkHeadings },
  {
    id: 'image-alt',
    weight: 4,
    run: ({ images }) =>
      judgeShare(
        images.filter(({ alt }) => alt === undefined).map(({ src }) => src),
        images.length,
      ),
  },
  {
    id: 'image-size',
    weight: 1,
    run: ({ images }) => {
      const loose = images.filter(({ hasSize }) => !hasSize).length;
      return images.length === 0 ? ['none'] : [loose === 0 ? 'pass' : 'warn', `${loose}/${images.length}`];
    },
  },
  { id: 'link-text', weight: 4, run: checkLinkTexts },
  { id: 'crawlable-links', weight: 4, run: checkLinks },
  {
    id: 'internal-links',
    weight: 2,
    run: (page) => [countInternal(page) > 0 ? 'pass' : 'warn', countInternal(page)],
  },
  { id: 'words', weight: 4, run: checkWords },
  { id: 'javascript', weight: 3, run: ({ needsJavaScript }) => [needsJavaScript ? 'fail' : 'pass'] },
  { id: 'address', weight: 1, run: checkAddress },
  {
    id: 'plugins',
    weight: 1,
    run: ({ plugins }) => [plugins.length > 0 ? 'fail' : 'pass', plugins.slice(0, 3).join(' ')],
  },
];
