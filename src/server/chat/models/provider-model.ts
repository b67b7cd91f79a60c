import type { Hit } from '../../knowledge/search/search.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ModelConfig } from '../../providers/model-config.ts';
import {
  charactersOf,
  CHAT_TIMEOUTS,
  type ChatPrompt,
  type ChatStream,
  type ChatTimeouts,
  streamChat,
} from '../../providers/stream-chat.ts';
import { boundTokens, type TokenUsage } from '../../providers/tokens.ts';
import { guardPrompt } from './guard-prompt.ts';
import { OWN_RULES } from './instructions.ts';
import type { AnswerInput, Answering, AnswerModel } from './model.ts';
import { watchForMarker } from './no-answer.ts';
import { REMINDER, writePrompt } from './prompt.ts';

/** Passages told as sources: the best, and two behind it that score no further below. The others stood by. */
const USED_MAX = 3;
const BEHIND_MAX = 1;
/** Characters that a model which has declined may go on, before its line is closed. */
const PATIENCE = 200;

/** What tokens cost, in thousandths of a credit. */
export function costOf(
  { inputTokensPerCredit, outputTokensPerCredit }: ModelConfig,
  { inputTokens, outputTokens }: TokenUsage,
): number {
  const exact = 1_000 * (inputTokens / inputTokensPerCredit + outputTokens / outputTokensPerCredit);
  // 0.1 + 0.05 is a little more than 0.15 to the machine, and must not cost a thousandth for it.
  return Math.ceil(Number(exact.toFixed(6)));
}

function usedOf(shown: readonly Hit[]): Hit[] {
  const best = shown[0]?.score ?? 0;
  return shown.slice(0, USED_MAX).filter(({ score }) => best - score <= BEHIND_MAX);
}

/** The tokens of a prompt and of the longest answer that it allows. */
const mostTokens = (prompt: ChatPrompt): TokenUsage => ({
  inputTokens: boundTokens(charactersOf(prompt)),
  outputTokens: prompt.maxOutputTokens,
});

/** A model of a provider, answering from the passages that its window holds; `timeouts` in ms. */
export function providerModel(
  config: ModelConfig,
  outbound: Outbound,
  timeouts: ChatTimeouts = CHAT_TIMEOUTS,
): AnswerModel {
  function answer(input: AnswerInput): Answering | null {
    if (input.result.hits.length === 0) return null;
    const { shown, ...prompt } = writePrompt(config, input);
    const watch = watchForMarker();
    const guard = guardPrompt(`${OWN_RULES}\n${REMINDER}`);
    let chat: ChatStream | null = null;

    async function* stream(signal: AbortSignal): AsyncGenerator<string> {
      chat = streamChat(config, outbound, prompt, { signal, timeouts });
      let afterwards = 0;
      try {
        for await (const piece of chat.text) {
          if (watch.declined() && (afterwards += piece.length) > PATIENCE) return;
          const text = guard.push(watch.push(piece));
          if (guard.hasLeaked()) return;
          if (text !== '') yield text;
        }
      } catch (error) {
        // What breaks off after the marker is nothing that anybody waited for.
        if (!watch.declined()) throw error;
      }
      const rest = guard.push(watch.end()) + guard.end();
      if (rest !== '' && !signal.aborted) yield rest;
    }

    const spent = () => {
      const usage = chat?.usage() ?? { inputTokens: 0, outputTokens: 0 };
      return { ...usage, cost: costOf(config, usage) };
    };
    return {
      used: usedOf(shown),
      system: prompt.instructions,
      stream,
      spent,
      declined: () => watch.declined() || guard.hasLeaked(),
    };
  }

  return {
    id: config.id,
    name: config.name,
    estimate: (input) => costOf(config, mostTokens(writePrompt(config, input))),
    answer,
  };
}
