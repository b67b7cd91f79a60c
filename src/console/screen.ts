import type { ComponentType } from 'react';
import type { Resource } from '../../resources/kit/resource.ts';

export type Permission = readonly [resource: string, action: string];
export type LoadPage = () => Promise<ComponentType>;

/**
 * The frame of a screen. `workspace`: for signed-in users, with header and menu; `bare`: for them, without these; `guest`:
 * only for users who are not signed in; `public`: for everybody.
 */
export type Frame = 'workspace' | 'bare' | 'guest' | 'public';

/** An entry of the side menu. Its `permission` replaces the screen's own; a refusal hides the entry. */
export interface MenuPlace {
  name: string;
  group?: string;
  order: number;
  permission?: Permission;
}

export interface MenuGroup {
  name: string;
  label: string;
  icon: string;
  order: number;
}

export interface Screen {
  /** Its path, with `:names`. Screens without one only provide what their children share. */
  path?: string;
  /** `workspace` by default. */
  frame?: Frame;
  /** The page, loaded when it is visited. */
  page: LoadPage;
  /** The locale files to load with the page. */
  locales?: readonly string[];
  /** What its main request needs of the policy. */
  permission?: Permission;
  /** The locale key of its name, for menu, palette and document title. */
  label?: string;
  icon?: string;
  menu?: MenuPlace;
  /** Listed in the palette although it has no menu entry. */
  isInPalette?: boolean;
  /** The path of its menu entry, if its own does not start with that. */
  belongsTo?: string;
  /** The declaration that it shows. */
  resource?: Resource;
  action?: 'list' | 'create' | 'edit' | 'show';
  /** Screens that are rendered over it or within it. */
  children?: readonly Screen[];
}
