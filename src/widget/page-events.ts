import type { Source } from '../shared/chat-protocol.ts';

interface PanelEvents {
  question: { question: string };
  answer: {
    conversationId: string;
    messageId: string;
    outcome: string | undefined;
    grounded: boolean;
    sources: readonly Source[];
  };
  suggestion: { label: string };
  message: { messageId: string };
}

export type PanelEvent = { [E in keyof PanelEvents]: { event: E; detail: PanelEvents[E] } }[keyof PanelEvents];

type Handler = (detail: object) => void;

interface PageEvents {
  emit(event: string, detail?: object): void;
  /** Returns a function that removes the handler. */
  on(event: string, handler: Handler): () => void;
  off(event: string, handler: Handler): void;
}

/** An error in a handler does not reach the widget or the others. */
export function pageEvents(): PageEvents {
  let listed: { event: string; handler: Handler }[] = [];
  const off = (event: string, handler: Handler) => {
    const left: typeof listed = [];
    for (const each of listed) if (each.event !== event || each.handler !== handler) left.push(each);
    listed = left;
  };
  return {
    emit(event, detail = {}) {
      for (const each of listed) {
        if (each.event !== event) continue;
        try {
          each.handler(detail);
        } catch (error) {
          console.error(error);
        }
      }
    },
    on(event, handler) {
      off(event, handler);
      listed.push({ event, handler });
      return () => off(event, handler);
    },
    off,
  };
}
