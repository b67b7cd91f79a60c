import { element } from './element.ts';

/** From a selected text field where the Clipboard API is missing. Returns whether it worked. */
export async function copyText(text: string, beside: Node): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = element('textarea', { class: 'sr', 'aria-hidden': 'true', readonly: '' });
    field.value = text;
    beside.appendChild(field);
    field.select();
    const isCopied = document.execCommand('copy');
    beside.removeChild(field);
    return isCopied;
  }
}
