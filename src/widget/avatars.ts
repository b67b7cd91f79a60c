import type { WidgetAppearance } from '../shared/appearance.ts';
import { element, empty } from './element.ts';
import { picture, pictureAddress } from './picture.ts';
import { initials } from './sizes.ts';

/** `ai` and `user`: addresses of their pictures. */
export interface Avatars {
  botName: string;
  ai?: string;
  user?: string;
}

export function avatarsOf({ botName, images }: WidgetAppearance, host: string): Avatars {
  return { botName, ai: pictureAddress(host, images?.ai), user: pictureAddress(host, images?.user) };
}

/** Initials when there is no picture or loading fails. */
export function fillAvatar(avatar: HTMLElement, { botName, ai }: Avatars): void {
  empty(avatar);
  const write = () => (avatar.textContent = initials(botName));
  if (ai) avatar.appendChild(picture(ai, write));
  else write();
}

export function drawAvatar(avatars: Avatars): HTMLElement {
  const avatar = element('span', { class: 'avatar', 'aria-hidden': 'true' });
  fillAvatar(avatar, avatars);
  return avatar;
}

export function drawOwnAvatar({ user }: Avatars): HTMLElement | undefined {
  if (!user) return undefined;
  const avatar = element('span', { class: 'avatar own', 'aria-hidden': 'true' });
  avatar.appendChild(picture(user, () => (avatar.hidden = true)));
  return avatar;
}
