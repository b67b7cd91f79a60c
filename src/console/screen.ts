import type { ComponentType } from 'react';
import type { Resource } from '../../resources/kit/resource.ts';

export type Permission = readonly [resource: string, action: string];
export type LoadPage = () => Promise<ComponentType>;

/**
 * Where a screen is shown. `workspace`: signed in, within header and menu; `bare`: signed in, without them; `guest`: only
 * while nobody is signed in; `public`: for everybody.
 */
export type Frame = 'workspace' | 'bare' | 'guest' | 'public';

/** An entry of the side menu. Its `permission` stands in for the screen's own: a refusal hides it. */
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
  /** Its address, with `:names`. None: it only holds what its children share. */
  path?: string;
  /** `workspace` unless told otherwise. */
  frame?: Frame;
  /** The page, fetched when its address is visited. */
  page: LoadPage;
  /** The locale files to load with the page. */
  locales?: readonly string[];
  /** What its main call asks of the policy: whoever is refused is redirected. */
  permission?: Permission;
  /** Its name, as a key of the locales: in menu, palette and the document's title. */
  label?: string;
  icon?: string;
  menu?: MenuPlace;
  /** Offered by the palette, though it has no menu entry. */
  isInPalette?: boolean;
  /** The address of the menu entry it belongs to, where its own does not begin with that. */
  belongsTo?: string;
  /** The declaration that it shows, and which of Refine's actions it is. */
  resource?: Resource;
  action?: 'list' | 'create' | 'edit' | 'show';
  /** Screens that are drawn over it, or inside of what it holds. */
  children?: readonly Screen[];
}
