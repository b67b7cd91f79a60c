import type { WidgetAppearance } from '../shared/appearance.ts';
import { element, empty } from './element.ts';
import { picture, pictureAddress } from './picture.ts';
import { initials } from './sizes.ts';

/** Who the two are that talk: the assistant's name, and the addresses of their pictures. */
export interface Faces {
  botName: string;
  ai?: string;
  user?: string;
}

/** The faces of an appearance; `host` is the origin that keeps its pictures. */
export function facesOf({ botName, images }: WidgetAppearance, host: string): Faces {
  return { botName, ai: pictureAddress(host, images?.ai), user: pictureAddress(host, images?.user) };
}

/** Puts the assistant's picture into an avatar; its initials where it has none, or none that loads. */
export function fillAvatar(avatar: HTMLElement, { botName, ai }: Faces): void {
  empty(avatar);
  const write = () => (avatar.textContent = initials(botName));
  if (ai) avatar.appendChild(picture(ai, write));
  else write();
}

export function drawAvatar(faces: Faces): HTMLElement {
  const avatar = element('span', { class: 'avatar', 'aria-hidden': 'true' });
  fillAvatar(avatar, faces);
  return avatar;
}

/** The visitor's avatar, where its owner gave one. */
export function drawOwnAvatar({ user }: Faces): HTMLElement | undefined {
  if (!user) return undefined;
  const avatar = element('span', { class: 'avatar own', 'aria-hidden': 'true' });
  avatar.appendChild(picture(user, () => (avatar.hidden = true)));
  return avatar;
}
