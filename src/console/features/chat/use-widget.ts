import type { WidgetAppearance } from '../../../shared/appearance.ts';
import type { MessageTerms } from '../../../shared/visitor-messages.ts';
import { useGet } from '../../components/use-get.ts';
import { SHARED_STALE_MS } from '../../http/fresh.ts';

/** What visitors get when they open the chat. */
export interface Widget {
  appearance: WidgetAppearance;
  message: MessageTerms | null;
  talk: boolean;
  topics: string;
  hasContact: boolean;
}

export const useWidget = (contextId: string | undefined) =>
  useGet<Widget>(`/widgets/${contextId}`, {
    isQuiet: true,
    enabled: contextId !== undefined,
    staleTime: SHARED_STALE_MS,
  });
