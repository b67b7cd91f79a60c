import { setTimeout as wait } from 'node:timers/promises';
import { EMBEDDED_ANSWER_COST } from '../../../shared/constants.ts';
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
  name: 'embedded',
  answer({ result, question }) {
    const found = extractAnswer(result, question);
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
      spent: () => ({ tokens: 0, cost: EMBEDDED_ANSWER_COST }),
    };
  },
};
