/** Returns the content of a node as HTML. */
export function htmlOf(node: Node): string {
  const holder = document.createElement('div');
  holder.appendChild(node.cloneNode(true));
  return holder.innerHTML;
}

/** Returns all elements below a node, including those in shadow roots. */
export function elementsOf(node: ParentNode): Element[] {
  const found: Element[] = [];
  for (const each of node.querySelectorAll('*')) {
    found.push(each);
    if (each.shadowRoot) found.push(...elementsOf(each.shadowRoot));
  }
  return found;
}

const OWN_PICTURE = /^http:\/\/(?:127\.0\.0\.1:\d+|localhost:\d+)\/w\/images\/[\da-f-]{36}\.webp$/;

/** Returns what must never appear: event handlers, scripting addresses and elements that load something. */
export function dangersOf(elements: readonly Element[]): string[] {
  const dangers: string[] = [];
  for (const each of elements) {
    const name = each.localName;
    if (
      /^(?:script|iframe|object|embed|image|video|audio|source|link|meta|base|form|math|animate|template)$/.test(name)
    )
      dangers.push(`<${name}>`);
    for (const { name: attribute, value } of each.attributes) {
      // The panel's script sets the height of its own text field.
      if (attribute === 'style' && name === 'textarea' && !/url|[<>@]/.test(value)) continue;
      // A picture from our own host, addressed by its id.
      if (attribute === 'src' && name === 'img' && OWN_PICTURE.test(value)) continue;
      if (/^on/i.test(attribute) || ['style', 'srcdoc', 'formaction', 'src', 'xlink:href'].includes(attribute))
        dangers.push(`${name}[${attribute}]`);
      if (attribute === 'href' && !/^(?:https?:\/\/|mailto:)/.test(value)) dangers.push(`${name}[href=${value}]`);
    }
    if (name === 'a') {
      if (each.getAttribute('rel') !== 'noopener noreferrer nofollow') dangers.push('a without rel');
      if (each.getAttribute('target') !== '_blank') dangers.push('a without target');
    }
  }
  return dangers;
}
