import { useSyncExternalStore } from 'react';

/** What of the help is open: the guide of the screen, and the talk with our own assistant. */
export interface Help {
  isGuideOpen: boolean;
  isTalkOpen: boolean;
  /** The question asked last from outside of the talk, and how many were asked so far. */
  question: string;
  asked: number;
  /** The assistant was looked for and is not there. */
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
/** Opens the talk and, with a question, asks it there. */
export function openTalk(question = ''): void {
  const isAsked = question.trim() !== '';
  set({ isTalkOpen: true, ...(isAsked ? { question: question.trim(), asked: help.asked + 1 } : {}) });
}
export const closeTalk = () => set({ isTalkOpen: false });
export const noteMissing = (isMissing: boolean) => set({ isMissing });

export const useHelp = (): Help => useSyncExternalStore(watch, () => help);
