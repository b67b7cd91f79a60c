import type { ComponentType } from 'react';
import type { Resource } from '../../../resources/kit/resource.ts';

export type Permission = readonly [resource: string, action: string];
export type LoadPage = () => Promise<ComponentType>;

/**
 * The frame of a screen. `workspace`: for signed-in users, with header and menu. `bare`: for signed-in users, without
 * header and menu. `guest`: only for users who are not signed in. `public`: for everybody.
 */
export type ScreenFrame = 'workspace' | 'bare' | 'guest' | 'public';

/** An entry of the side menu. It is hidden without the permission: `permission`, or the screen's own by default. */
interface MenuPosition {
  name: string;
  group?: string;
  order: number;
  permission?: Permission;
}

export interface Screen {
  /** The path, which may contain parameters (`:id`). Screens without a path only provide what their children share. */
  path?: string;
  /** `workspace` by default. */
  frame?: ScreenFrame;
  page: LoadPage;
  /** The locale files to load with the page. */
  locales?: readonly string[];
  /** The permission that its main request needs. */
  permission?: Permission;
  /** The locale key of its title, for the menu, the palette and the document. */
  label?: string;
  icon?: string;
  menu?: MenuPosition;
  /** Listed in the palette although it has no menu entry. */
  isInPalette?: boolean;
  /** The path of the screen above it, if its own path does not start with that. */
  belongsTo?: string;
  /** The declaration that it shows. */
  resource?: Resource;
  action?: 'list' | 'create' | 'edit' | 'show';
  /** Screens that are rendered over it or within it. */
  children?: readonly Screen[];
}
