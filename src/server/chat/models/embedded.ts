import { setTimeout as wait } from 'node:timers/promises';
import { EMBEDDED_ANSWER_COST } from '../../../shared/constants.ts';
import { EMBEDDED_MODEL_ID } from '../../../shared/models.ts';
import { extractAnswer } from '../../knowledge/search/extract-answer.ts';
import type { AnswerModel } from './model.ts';

/** Characters of a piece, and ms between two: quoted words appear at a reader's pace, not all at once. */
const PIECE = 24;
const PACE_MS = 12;

/** Cuts a text after words, into pieces of about `PIECE` characters. */
export const piecesOf = (text: string): string[] =>
  text.match(new RegExp(`[\\s\\S]{1,${PIECE}}(?:\\S*\\s*)`, 'g')) ?? [];

/** Answers with the base's own words: needs no key, tells no lies of its own. */
export const embeddedModel: AnswerModel = {
  id: EMBEDDED_MODEL_ID,
  name: 'embedded',
  estimate: () => EMBEDDED_ANSWER_COST,
  answer({ result, resolved }) {
    const found = extractAnswer(result, resolved);
    if (!found) return null;
    return {
      used: found.used,
      async *stream(signal) {
        for (const piece of piecesOf(found.text)) {
          if (signal.aborted) return;
          yield piece;
          await wait(PACE_MS);
        }
      },
      spent: () => ({ inputTokens: 0, outputTokens: 0, cost: EMBEDDED_ANSWER_COST }),
      declined: () => false,
    };
  },
};
