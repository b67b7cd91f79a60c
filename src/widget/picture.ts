import { element } from './element.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The address of a picture kept on our host (an origin), for an id that is one; nothing else is ever loaded. */
export function pictureAddress(host: string, id: unknown): string | undefined {
  return UUID.test(String(id)) ? `${host}/w/images/${String(id)}.webp` : undefined;
}

/** A picture that says nothing by itself; when it cannot be loaded, `missing` is called. */
export function picture(address: string, missing: () => void): HTMLImageElement {
  const drawn = element('img', { alt: '', draggable: 'false', referrerpolicy: 'no-referrer' });
  drawn.addEventListener('error', missing);
  drawn.src = address;
  return drawn;
}
