/** Style rules that hide, move and recolor everything they reach on the page. Only the chat's own element is left shown. */
export const HOSTILE_CSS = `
* { all: unset !important; animation: none; }
html, body { display: block !important; }
body { transform: translateY(300px) scale(0.5); filter: blur(1px); }
*, html > *, prosa-chat, div, button, section, span, textarea, p {
  display: none !important; position: static !important; opacity: 0 !important; visibility: hidden !important;
  transform: scale(0) !important; pointer-events: none !important; z-index: -1 !important; width: 1px !important;
  height: 1px !important; font-size: 60px !important; direction: rtl !important; clip-path: inset(50%) !important;
  --primary: red !important; --ground: red !important; --text: red !important; --size: 2px !important; --top: 0 !important;
}
html, body, prosa-chat { display: block !important; } prosa-chat { z-index: 9 !important; }
html, body { visibility: visible !important; opacity: 1 !important; width: auto !important; height: auto !important; transform: none !important; clip-path: none !important; }
*::before, *::after { content: 'x' !important; display: block !important; font-size: 80px !important; }
`;

/** A script that breaks built-in functions of the browser, like some old libraries. */
export const PATCHED_JS = `
(() => {
  const broken = (name) => function () { throw new Error('patched: ' + name); };
  const spoil = (owner, names) => { for (const name of names) owner[name] = broken(name); };
  spoil(Array.prototype, ['map', 'filter', 'forEach', 'reduce', 'find', 'some', 'every', 'includes', 'flat', 'flatMap', 'fill', 'at', 'toJSON', 'entries', 'keys']);
  spoil(Array, ['from', 'of']);
  spoil(Object, ['entries', 'fromEntries', 'assign']);
  spoil(String.prototype, ['startsWith', 'endsWith', 'includes', 'replaceAll', 'matchAll', 'padStart', 'at', 'repeat', 'trimStart', 'toJSON']);
  spoil(Element.prototype, ['append', 'prepend', 'remove', 'replaceWith', 'replaceChildren', 'closest', 'matches', 'before', 'after', 'insertAdjacentElement', 'toggleAttribute', 'animate', 'scrollTo', 'scrollIntoView']);
  spoil(DocumentFragment.prototype, ['append', 'prepend', 'replaceChildren']);
  spoil(Document.prototype, ['append', 'getElementsByClassName', 'querySelectorAll']);
  spoil(NodeList.prototype, ['forEach', 'entries', 'keys']);
  spoil(Function.prototype, ['bind']);
  Object.prototype.evil = 'evil';
  Object.prototype.each = function () {};
  Array.prototype.evil = 'evil';
  window.$ = window.jQuery = broken('$');
})();
`;
