import type { LinkRule } from '../shared/chat-protocol.ts';
import { type Block, type List, readBlocks } from './blocks.ts';
import { element, empty } from './element.ts';
import { withoutDirections } from './entities.ts';
import { writeInline } from './inline.ts';
import { linkWords } from './link-words.ts';

/**
 * Only p, ul, ol, li, strong, em, del, code, pre, a, br, and tables in a div, created through the DOM. Everything else
 * that the model writes, including HTML and images, stays text.
 */
export function renderAnswer(text: string, links: readonly LinkRule[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const { block } of readBlocks(clean(text), false)) fragment.appendChild(drawBlock(block, false));
  linkWords(fragment, links);
  return fragment;
}

interface AnswerPainter {
  /** Keeps blocks that have not changed. */
  paint(text: string): void;
  finish(text: string, links: readonly LinkRule[]): void;
}

/** Draws while the answer is being generated. */
export function answerPainter(into: HTMLElement): AnswerPainter {
  let shown: { source: string; node: Node }[] = [];
  return {
    paint(text) {
      const pieces = readBlocks(clean(text), true);
      let at = 0;
      while (at < pieces.length - 1 && shown[at] && shown[at]!.source === pieces[at]!.source) at++;
      for (const { node } of shown.slice(at)) into.removeChild(node);
      shown = shown.slice(0, at);
      for (; at < pieces.length; at++) {
        const isLast = at === pieces.length - 1;
        const node = drawBlock(pieces[at]!.block, isLast);
        into.appendChild(node);
        // The last block was drawn as incomplete, so it must not equal a complete one.
        shown.push({ source: isLast ? '' : pieces[at]!.source, node });
      }
    },
    finish(text, links) {
      empty(into);
      shown = [];
      into.appendChild(renderAnswer(text, links));
    },
  };
}

/** Normalizes accents (NFC) and line ends, and removes characters that change the text direction. */
function clean(text: string): string {
  return withoutDirections(text.normalize('NFC').replace(/\r\n?/g, '\n'));
}

function drawBlock(block: Block, partial: boolean): HTMLElement {
  if (block.kind === 'code') return element('pre', { tabindex: '0' }, [element('code', {}, [block.text])]);
  if (block.kind === 'list') return drawList(block, partial);
  if (block.kind === 'table') return drawTable([block.head, ...block.rows], partial);
  const paragraph = element('p');
  const line = block.kind === 'heading' ? paragraph.appendChild(element('strong')) : paragraph;
  writeInline(line, block.text, partial);
  return paragraph;
}

function drawList(list: List, partial: boolean): HTMLElement {
  const drawn = element(
    list.ordered ? 'ol' : 'ul',
    list.ordered && list.start !== 1 ? { start: String(list.start) } : {},
  );
  for (let at = 0; at < list.items.length; at++) {
    const { text, lists } = list.items[at]!;
    const isLast = partial && at === list.items.length - 1;
    const item = element('li');
    writeInline(item, text, isLast && lists.length === 0);
    for (let deeper = 0; deeper < lists.length; deeper++) {
      item.appendChild(drawList(lists[deeper]!, isLast && deeper === lists.length - 1));
    }
    drawn.appendChild(item);
  }
  return drawn;
}

/** Scrolls sideways. The first row is the head. */
function drawTable(rows: readonly string[][], partial: boolean): HTMLElement {
  const table = element('table');
  for (let at = 0; at < rows.length; at++) {
    const row = table.appendChild(element('tr'));
    const cells = rows[at]!;
    for (let column = 0; column < Math.max(cells.length, rows[0]!.length); column++) {
      const cell = row.appendChild(element(at === 0 ? 'th' : 'td', at === 0 ? { scope: 'col' } : {}));
      writeInline(cell, cells[column] ?? '', partial && at === rows.length - 1 && column === cells.length - 1);
    }
  }
  return element('div', { class: 'table', tabindex: '0' }, [table]);
}

/** For copying or reading aloud: blank lines between blocks, a marker before list items, tabs between cells. */
export function plainText(node: Node): string {
  let text = '';
  for (let child = node.firstChild; child; child = child.nextSibling) {
    const name = child.nodeName;
    if (child.nodeType === 3) text += child.nodeValue;
    else if (name === 'BR') text += '\n';
    else if (name === 'UL' || name === 'OL')
      text += (text && !/\n$/.test(text) ? '\n' : '') + plainList(child as HTMLElement);
    else text += plainText(child) + after(child);
  }
  return text;
}

/** Spreadsheets read cells that are separated by tabs. */
function after({ nodeName, nextSibling }: Node): string {
  if (/^T[HD]$/.test(nodeName)) return nextSibling ? '\t' : '';
  return /^(?:P|PRE)$/.test(nodeName) ? '\n\n' : /^(?:TABLE|TR)$/.test(nodeName) ? '\n' : '';
}

function plainList(list: HTMLElement): string {
  let number = parseInt(list.getAttribute('start') ?? '1', 10);
  let text = '';
  for (let item = list.firstChild; item; item = item.nextSibling) {
    const sign = list.nodeName === 'OL' ? `${number++}. ` : '• ';
    text += sign + plainText(item).trim().replace(/\n/g, '\n  ') + '\n';
  }
  return text + '\n';
}
