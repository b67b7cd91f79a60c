import { createStore } from './value-store.ts';

/** The state of the help: the guide of the current screen and the chat with our own assistant. */
interface Help {
  isGuideOpen: boolean;
  isChatOpen: boolean;
  /** The last question sent to the chat from another part of the console. */
  question: string;
  /** The number of these questions. It changes even when the same question is sent again. */
  asked: number;
  /** True when this server has no help assistant. */
  isMissing: boolean;
}

const help = createStore<Help>({ isGuideOpen: false, isChatOpen: false, question: '', asked: 0, isMissing: false });
const set = (change: Partial<Help>) => help.set({ ...help.get(), ...change });

export const openGuide = () => set({ isGuideOpen: true });
export const closeGuide = () => set({ isGuideOpen: false });
export function openHelpChat(question = ''): void {
  const isAsked = question.trim() !== '';
  set({ isChatOpen: true, ...(isAsked ? { question: question.trim(), asked: help.get().asked + 1 } : {}) });
}
export const closeHelpChat = () => set({ isChatOpen: false });
export const setMissing = (isMissing: boolean) => set({ isMissing });

export const useHelp = help.use;
