import { inertText } from './inert-text.ts';

export type MailBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string; url?: string }
  | { kind: 'figures'; figures: { label: string; value: string; note: string }[] }
  | { kind: 'list'; items: { text: string; note?: string; url: string }[] }
  | { kind: 'button'; text: string; url: string }
  | { kind: 'foot'; text: string; link: string; url: string };

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] as string);

/** Visitors or customers wrote them; only the block's own URLs remain links. */
function inert(block: MailBlock): MailBlock {
  switch (block.kind) {
    case 'figures':
      return block;
    case 'list':
      return {
        kind: 'list',
        items: block.items.map(({ text, note, url }) => ({
          text: inertText(text),
          note: note && inertText(note),
          url,
        })),
      };
    default:
      return { ...block, text: inertText(block.text) };
  }
}

function textOf(block: MailBlock): string {
  switch (block.kind) {
    case 'heading':
      return block.text.toUpperCase();
    case 'text':
      return block.url ? `${block.text} ${block.url}` : block.text;
    case 'figures':
      return block.figures.map(({ label, value, note }) => `${label}: ${value} (${note})`).join('\n');
    case 'list':
      return block.items.map(({ text, note, url }) => `- ${text}${note ? ` (${note})` : ''}\n  ${url}`).join('\n');
    case 'button':
      return `${block.text}: ${block.url}`;
    case 'foot':
      return `${block.text} ${block.link}: ${block.url}`;
  }
}

const INK = '#151A21';
const MUTED = '#5B6672';
const GREEN = '#0B7A5E';
const LINE = '#E4E8ED';

const link = (url: string, text: string, style = `color:${GREEN}`) =>
  `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(text)}</a>`;

function figureRow({ label, value, note }: { label: string; value: string; note: string }): string {
  const cell = `padding:10px 0;border-bottom:1px solid ${LINE}`;
  const caption = `${escapeHtml(label)}<br><span style="font-size:13px;line-height:18px;color:${MUTED}">${escapeHtml(note)}</span>`;
  return `<tr><td style="${cell}">${caption}</td><td align="right" style="${cell};padding-left:16px;font-size:20px;font-weight:600">${escapeHtml(value)}</td></tr>`;
}

function htmlOf(block: MailBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h2 style="margin:28px 0 8px;font-size:17px;line-height:24px">${escapeHtml(block.text)}</h2>`;
    case 'text':
      return `<p style="margin:0 0 16px">${escapeHtml(block.text)}${block.url ? ` ${link(block.url, block.url)}` : ''}</p>`;
    case 'figures':
      return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 8px;border-top:1px solid ${LINE}">${block.figures.map(figureRow).join('')}</table>`;
    case 'list':
      return `<ul style="margin:0 0 16px;padding-left:20px">${block.items
        .map(
          ({ text, note, url }) =>
            `<li style="margin:0 0 8px">${link(url, text, `color:${INK}`)}${note ? ` <span style="font-size:13px;color:${MUTED}">${escapeHtml(note)}</span>` : ''}</li>`,
        )
        .join('')}</ul>`;
    case 'button':
      return `<p style="margin:0 0 16px">${link(block.url, block.text, `display:inline-block;padding:10px 18px;border-radius:8px;background:${GREEN};color:#FFFFFF;text-decoration:none;font-weight:600`)}</p>`;
    case 'foot':
      return `<p style="margin:28px 0 0;padding-top:16px;border-top:1px solid ${LINE};font-size:13px;line-height:20px;color:${MUTED}">${escapeHtml(block.text)} ${link(block.url, block.link, `color:${MUTED}`)}</p>`;
  }
}

export const writeText = (blocks: readonly MailBlock[]): string => blocks.map(inert).map(textOf).join('\n\n');

/** Styles are inline, because mail programs ignore style sheets. */
const withFrame = (html: string): string =>
  `<div lang="pt-BR" style="font:16px/24px system-ui,-apple-system,'Segoe UI',sans-serif;color:${INK};max-width:560px;margin:0 auto;padding:24px 16px"><p style="margin:0 0 24px;font-size:20px;font-weight:700;letter-spacing:-0.01em;color:${GREEN}">Prosa</p>${html}</div>`;

export const writeHtml = (blocks: readonly MailBlock[]): string => withFrame(blocks.map(inert).map(htmlOf).join(''));

export function paragraphsHtml(text: string): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => {
    const linked = escapeHtml(paragraph).replace(/https?:\/\/[^\s<]+/g, `<a href="$&" style="color:${GREEN}">$&</a>`);
    return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${linked.replaceAll('\n', '<br>')}</p>`;
  });
  return withFrame(paragraphs.join(''));
}
