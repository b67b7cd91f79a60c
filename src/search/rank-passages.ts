import { findCandidates } from './candidates.ts';
import { languageOf, USUAL_LANGUAGE } from './language.ts';
import { countPassages, type Question, readQuestion } from './question.ts';
import { rank, type Ranked } from './rank.ts';
import { addRerankCandidates, rerank, type Reranking, rerankShare, startReranking } from './rerank/rerank.ts';
import type { Segment } from './segment.ts';
import { addNearest, byWords, joinNearness, measureNearness, type Nearness, type QuestionVectors } from './vectors.ts';

export interface PassageRanking {
  parsedQuestion: Question;
  ranked: readonly Ranked[];
  /** The same passages by their words' scores, for the confidence: see `byWords`. */
  order: readonly Ranked[];
  near: Nearness | null;
  /** For small bases only; `share` is its weight. */
  reranking: Reranking | null;
  share: number;
  passageCount: number;
}

/** How much lower a passage in the visitor's language may score than the best, which says the same in another. */
const LANGUAGE_REACH = 6;

function preferLanguage(ranked: readonly Ranked[], question: string): readonly Ranked[] {
  const [first] = ranked;
  if (!first) return ranked;
  const wanted = languageOf(question) ?? USUAL_LANGUAGE;
  const languageIn = ({ candidate: { segment, index } }: Ranked) => languageOf(segment.passages[index]!.text) ?? wanted;
  if (languageIn(first) === wanted) return ranked;
  const own = ranked.find((one) => first.score - one.score <= LANGUAGE_REACH && languageIn(one) === wanted);
  return own ? [{ ...own, score: first.score }, ...ranked.filter((one) => one !== own)] : ranked;
}

const CANDIDATES = 40;

/** Segments must not be empty. Null when the question has no searchable word. */
export function rankPassages(
  chain: readonly Segment[],
  question: string,
  vectors: QuestionVectors | undefined,
): PassageRanking | null {
  if (chain.length === 0) return null;
  const parsed = readQuestion(chain, question);
  if (parsed.words.length === 0) return null;
  const passageCount = countPassages(chain);
  const share = rerankShare(passageCount);
  const reranking = share > 0 ? startReranking(chain, question) : null;
  const near = vectors ? measureNearness(chain, vectors) : null;
  const byWord = findCandidates(chain, parsed, CANDIDATES);
  const candidates = reranking ? addRerankCandidates(byWord, reranking) : byWord;
  const firstStage = rank(chain, parsed, near ? addNearest(chain, candidates, near) : candidates);
  const read = reranking ? rerank(firstStage, reranking, share) : firstStage;
  const joined = near ? joinNearness(read, near) : read;
  const ranked = preferLanguage(joined, question);
  return {
    parsedQuestion: parsed,
    ranked,
    order: near || ranked !== joined ? byWords(ranked, read) : ranked,
    near,
    reranking,
    share,
    passageCount,
  };
}
