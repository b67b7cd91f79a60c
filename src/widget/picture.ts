import { element } from './element.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Undefined for anything but a UUID, so that nothing else is ever loaded. */
export function pictureAddress(host: string, id: unknown): string | undefined {
  return UUID.test(String(id)) ? `${host}/w/images/${String(id)}.webp` : undefined;
}

/** Decorative. `missing`: it cannot be loaded. */
export function picture(address: string, missing: () => void): HTMLImageElement {
  const drawn = element('img', { alt: '', draggable: 'false', referrerpolicy: 'no-referrer' });
  drawn.addEventListener('error', missing);
  drawn.src = address;
  return drawn;
}
