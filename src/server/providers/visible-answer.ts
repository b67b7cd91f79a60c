import type { FinishReason } from 'ai';
import { cleanText } from './clean-text.ts';
import { limitText } from './limit-text.ts';
import type { ModelConfig } from './model-config.ts';
import { habitsOf } from './model-habits.ts';
import { type VisiblePiece, visibleText } from './visible-text.ts';

/** After the model's turn, before the connection is closed. */
const PATIENCE = 200;

interface VisibleAnswer {
  push(piece: string): VisiblePiece;
  /** What was held back: the provider separates the thoughts itself. */
  release(): string;
  /** `finishReason` is null for an answer that did not end. */
  end(finishReason: FinishReason | null): string;
  hasText(): boolean;
  isOver(): boolean;
}

/** After an answer that was cut by its length. */
const cutSign = (shown: string) => (/[\p{L}\p{N},\s]$/u.test(shown) ? '…' : ' …');

/** Up to a number of tokens; learns the model's habits. */
export function readVisible(config: ModelConfig, maxTokens: number): VisibleAnswer {
  const habits = habitsOf(config);
  const clean = cleanText();
  const visible = visibleText(habits.thinksUnmarked !== false);
  let limit = limitText(maxTokens);
  let ending = '';
  let hasText = false;
  let afterwards = 0;

  function show(piece: string): string {
    const text = limit.take(piece);
    ending = text === '' ? ending : text.slice(-1);
    hasText ||= text.trim() !== '';
    return text;
  }

  function push(piece: string): VisiblePiece {
    if (visible.isOver()) afterwards += piece.length;
    const shown = visible.push(clean(piece));
    if (visible.hadUnmarkedThoughts()) habits.thinksUnmarked = true;
    if (typeof shown === 'string') return show(shown);
    limit = limitText(maxTokens);
    hasText = false;
    return { instead: show(shown.instead) };
  }

  function end(finishReason: FinishReason | null): string {
    const rest = show(visible.end());
    if (finishReason !== null && hasText) habits.thinksUnmarked ??= false;
    const isCut = finishReason === 'length' && hasText && !visible.isOver() && !limit.isReached();
    return isCut ? rest + cutSign(ending) : rest;
  }

  return {
    push,
    release: () => show(visible.release()),
    end,
    hasText: () => hasText,
    isOver: () => limit.isReached() || afterwards > PATIENCE,
  };
}
