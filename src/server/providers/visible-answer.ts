import type { FinishReason } from 'ai';
import { cleanText } from './clean-text.ts';
import { limitText } from './limit-text.ts';
import type { ModelConfig } from './model-config.ts';
import { habitsOf } from './model-habits.ts';
import { type VisiblePiece, visibleText } from './visible-text.ts';

/** Number of characters that a model may write after its turn, before the connection is closed. */
const PATIENCE = 200;

interface VisibleAnswer {
  /** Adds a piece of the answer. Returns what visitors may see. */
  push(piece: string): VisiblePiece;
  /** Shows what was held back, because the provider separates the thoughts itself. */
  release(): string;
  /** Returns the rest at the end. The finish reason is null for an answer that did not end. */
  end(finishReason: FinishReason | null): string;
  hasText(): boolean;
  /** Whether visitors see nothing more. */
  isOver(): boolean;
}

/** Returns what follows the last text of an answer that was cut by its length. */
const cutSign = (shown: string) => (/[\p{L}\p{N},\s]$/u.test(shown) ? '…' : ' …');

/** Reads the visible text of a streamed answer up to a number of tokens, and learns the model's habits. */
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
