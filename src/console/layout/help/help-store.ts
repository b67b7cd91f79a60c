import { useSyncExternalStore } from 'react';

/** The state of the help: the guide of the screen and the chat with our own assistant. */
export interface Help {
  isGuideOpen: boolean;
  isTalkOpen: boolean;
  /** The last question asked from outside of the chat, and the number of such questions. */
  question: string;
  asked: number;
  /** Our assistant does not exist (yet) on this server. */
  isMissing: boolean;
}

let help: Help = { isGuideOpen: false, isTalkOpen: false, question: '', asked: 0, isMissing: false };
const listeners = new Set<() => void>();

function set(change: Partial<Help>): void {
  help = { ...help, ...change };
  listeners.forEach((listener) => listener());
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const openGuide = () => set({ isGuideOpen: true });
export const closeGuide = () => set({ isGuideOpen: false });
/** Opens the chat and asks the question, if any. */
export function openTalk(question = ''): void {
  const isAsked = question.trim() !== '';
  set({ isTalkOpen: true, ...(isAsked ? { question: question.trim(), asked: help.asked + 1 } : {}) });
}
export const closeTalk = () => set({ isTalkOpen: false });
export const noteMissing = (isMissing: boolean) => set({ isMissing });

export const useHelp = (): Help => useSyncExternalStore(watch, () => help);
