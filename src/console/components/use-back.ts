import { t } from '../providers/i18n.ts';
import { useScreenTable } from '../providers/screens.ts';

/** Returns the link from a screen to the one above it. */
export function useBack(path: string) {
  const above = useScreenTable().above(path);
  return above && { to: above.to, label: t(above.label) };
}
