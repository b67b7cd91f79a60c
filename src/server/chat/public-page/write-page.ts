import { escapeHtml } from '../../mail/blocks.ts';
import { t } from '../../runtime/translate.ts';
import type { PublishedPage } from './published.ts';

const STYLE = `:root{color-scheme:light dark}body{font:16px/26px system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:48px 20px 80px}
h1{font-size:26px;line-height:34px;margin:0 0 8px}h2{font-size:18px;line-height:26px;margin:36px 0 6px}p{margin:0;white-space:pre-line;overflow-wrap:anywhere}
.intro{opacity:.7}`;

/** schema.org; `<` is escaped, because a browser ends the script at the first `</script`. */
const jsonLdOf = ({ questions, url }: PublishedPage): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    '@id': url,
    inLanguage: 'pt-BR',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }).replaceAll('<', '\\u003c');

const frame = (head: string, title: string, main: string): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>${head}<style>${STYLE}</style></head>
<body><main>${main}</main></body></html>`;

export function writePage(page: PublishedPage): string {
  const { name, url, questions } = page;
  const title = t('public-page.title', { name });
  const head = `<link rel="canonical" href="${escapeHtml(url)}"><link rel="alternate" type="text/plain" href="${escapeHtml(url)}/llms.txt">
<script type="application/ld+json">${jsonLdOf(page)}</script>`;
  const items = questions.map(({ question, answer }) => `<h2>${escapeHtml(question)}</h2><p>${escapeHtml(answer)}</p>`);
  const intro = t(questions.length > 0 ? 'public-page.intro' : 'public-page.empty', { name });
  return frame(
    head,
    title,
    `<h1>${escapeHtml(title)}</h1><p class="intro">${escapeHtml(intro)}</p>${items.join('\n')}`,
  );
}

export const writeMissingPage = (): string =>
  frame('<meta name="robots" content="noindex">', t('public-page.missing'), `<h1>${t('public-page.missing')}</h1>`);

/** llmstxt.org: Markdown with a title, a summary and sections. */
export const writeLlmsText = ({ name, url, questions }: PublishedPage): string =>
  [
    `# ${name}`,
    `> ${t('public-page.intro', { name })}`,
    url,
    `## ${t('public-page.heading')}`,
    ...questions.flatMap(({ question, answer }) => [`### ${question}`, answer]),
  ].join('\n\n');

/** sitemaps.org, version 0.9. */
export function writeSitemap(pages: readonly { url: string; changedOn: string }[]): string {
  const entries = pages.map(
    ({ url, changedOn }) => `<url><loc>${escapeHtml(url)}</loc><lastmod>${changedOn}</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('\n')}</urlset>`;
}

export const writeRobots = (publicUrl: string): string =>
  `User-agent: *\nDisallow: /api/\nSitemap: ${publicUrl}/perguntas/sitemap.xml\n`;
