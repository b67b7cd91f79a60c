import { isSameSite } from '../capture/site-address.ts';
import type { Check, Finding, Looked } from './evaluate-page.ts';
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
/** Share of faulty elements above which a check fails instead of warning. */
const MANY = 0.25;

const isGeneric = ({ text }: LinkFact) => GENERIC.has(text.toLowerCase().replace(/[\s.…»>→!:]+$/u, ''));

/** Returns the target of a link; null when it does not lead to a page. */
function targetOf({ href }: LinkFact, { url }: Looked): URL | null {
  if (href === undefined || !URL.canParse(href.trim(), url.href)) return null;
  const target = new URL(href.trim(), url.href);
  return target.protocol === 'http:' || target.protocol === 'https:' ? target : null;
}

/** Rates a share of faulty elements. `found` contains `faulty/all` and the first three faulty ones. */
function judgeShare(faulty: readonly string[], all: number): Finding {
  if (all === 0) return ['none'];
  const found = [`${faulty.length}/${all}`, ...faulty.slice(0, 3).map((one) => one.slice(0, 80))].join(' · ');
  if (faulty.length === 0) return ['pass', all];
  return [faulty.length / all > MANY ? 'fail' : 'warn', found];
}

function lookAtHeadings({ headings }: Looked): Finding {
  if (headings.length === 0) return ['none'];
  const at = headings.findIndex((level, index) => level > (headings[index - 1] ?? 1) + 1);
  return at === -1 ? ['pass', headings.length] : ['warn', `h${headings[at - 1] ?? 0} → h${headings[at]}`];
}

function lookAtLinks(page: Looked): Finding {
  const uncrawlable = page.links.filter(({ href, hasProgram }) =>
    href === undefined
      ? hasProgram
      : /^\s*javascript:(?!\s*void\(0\)\s*;?$)/i.test(href) || (href.trim() === '#' && hasProgram),
  );
  return judgeShare(
    uncrawlable.map(({ text, href }) => text || href || ''),
    page.links.length,
  );
}

function lookAtLinkTexts(page: Looked): Finding {
  const leading = page.links.filter((link) => targetOf(link, page) !== null);
  const faulty = leading.filter((link) => link.text === '' || isGeneric(link));
  return judgeShare(
    faulty.map(({ text, href }) => text || href || ''),
    leading.length,
  );
}

function countInternal(page: Looked): number {
  const targets = page.links.map((link) => targetOf(link, page)).filter((target) => target !== null);
  const own = targets.filter((target) => isSameSite(target, page.url) && target.pathname !== page.url.pathname);
  return new Set(own.map(({ pathname, search }) => pathname + search)).size;
}

function lookAtAddress({ url }: Looked): Finding {
  const path = decodeURI(url.pathname + url.search);
  const isPlain = !/[_A-Z\s]|%[0-9A-F]{2}/.test(url.pathname) && [...url.searchParams].length <= 1;
  return [isPlain && url.href.length <= MAX_ADDRESS ? 'pass' : 'warn', path];
}

function lookAtWords({ words }: Looked): Finding {
  return [words < WORDS.thin ? 'fail' : words < WORDS.little ? 'warn' : 'pass', words];
}

/** Checks of a page's body. */
export const contentChecks: readonly Check[] = [
  {
    id: 'heading-1',
    weight: 4,
    look: ({ heading1 }) => [
      heading1.length === 1 ? 'pass' : heading1.length > 1 ? 'warn' : 'fail',
      heading1.join(' · '),
    ],
  },
  { id: 'heading-order', weight: 1, look: lookAtHeadings },
  {
    id: 'image-alt',
    weight: 4,
    look: ({ images }) =>
      judgeShare(
        images.filter(({ alt }) => alt === undefined).map(({ src }) => src),
        images.length,
      ),
  },
  {
    id: 'image-size',
    weight: 1,
    look: ({ images }) => {
      const loose = images.filter(({ hasSize }) => !hasSize).length;
      return images.length === 0 ? ['none'] : [loose === 0 ? 'pass' : 'warn', `${loose}/${images.length}`];
    },
  },
  { id: 'link-text', weight: 4, look: lookAtLinkTexts },
  { id: 'crawlable-links', weight: 4, look: lookAtLinks },
  {
    id: 'internal-links',
    weight: 2,
    look: (page) => [countInternal(page) > 0 ? 'pass' : 'warn', countInternal(page)],
  },
  { id: 'words', weight: 4, look: lookAtWords },
  { id: 'javascript', weight: 3, look: ({ needsJavaScript }) => [needsJavaScript ? 'fail' : 'pass'] },
  { id: 'address', weight: 1, look: lookAtAddress },
  {
    id: 'plugins',
    weight: 1,
    look: ({ plugins }) => [plugins.length > 0 ? 'fail' : 'pass', plugins.slice(0, 3).join(' ')],
  },
];
