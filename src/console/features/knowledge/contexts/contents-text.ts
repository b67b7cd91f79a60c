import type { TFunction } from 'i18next';
import type { Context } from './context-tree.ts';

/** Returns the number of a context's contents as text. A context without contents may answer with inherited ones. */
export const contentsText = (t: TFunction, { contents, status }: Context): string =>
  contents === 0 && status === 'ready' ? t('contexts.inheritedOnly') : t('contexts.contents', { count: contents });
