import type { LexiconGroup } from '../load-lexicon.ts';
import { rootOf } from '../roots.ts';

/** Similarities of units related by the lexicon. */
const SAME_GROUP = 0.75;
const KIND_SIMILARITY = 0.5;
const GENERAL_SIMILARITY = 0.6;
const REMEDY_SIMILARITY = 0.6;
const PROBLEM_SIMILARITY = 0.5;
export const SIBLING = 0.1;

/** Units are roots, or expressions as their roots joined by `_`. */
export class Lexicon {
  readonly words: ReadonlySet<string>;
  readonly #groups = new Map<string, number[]>();
  readonly #members: Pick<LexiconGroup, 'section' | 'relation' | 'words' | 'kinds'>[];
  readonly #expressions = new Map<string, (readonly string[])[]>();

  constructor(groups: readonly LexiconGroup[]) {
    const words = new Set<string>();
    const unitOf = (key: string) => {
      const parts = key.split(' ');
      for (const part of parts) words.add(part);
      return parts.map(rootOf).join('_');
    };
    const unitsOf = (keys: readonly string[]) => [...new Set(keys.map(unitOf))];
    this.#members = groups.map(({ section, relation, words: of, kinds }) => ({
      section,
      relation,
      words: unitsOf(of),
      kinds: unitsOf(kinds),
    }));
    this.#members.forEach(({ words: of, kinds }, at) => {
      for (const unit of new Set([...of, ...kinds])) {
        const known = this.#groups.get(unit);
        if (known) known.push(at);
        else {
          this.#groups.set(unit, [at]);
          if (unit.includes('_')) this.#addExpression(unit.split('_'));
        }
      }
    });
    this.words = words;
  }

  similaritiesOf(unit: string): Map<string, number> {
    const similarities = new Map<string, number>();
    const add = (units: readonly string[], similarity: number) => {
      for (const other of units) if (similarity > (similarities.get(other) ?? 0)) similarities.set(other, similarity);
    };
    for (const { relation, words, kinds } of this.#groupsOf(unit)) {
      if (words.includes(unit)) {
        add(words, SAME_GROUP);
        add(kinds, relation === 'remedies' ? REMEDY_SIMILARITY : KIND_SIMILARITY);
      } else {
        add(words, relation === 'remedies' ? PROBLEM_SIMILARITY : GENERAL_SIMILARITY);
        if (relation === 'kinds') add(kinds, SIBLING);
      }
    }
    similarities.delete(unit);
    return similarities;
  }

  generalsOf(unit: string, only?: string): string[] {
    return this.#groupsOf(unit).flatMap(({ section, relation, words, kinds }) =>
      relation === 'kinds' && kinds.includes(unit) && (only ?? section) === section ? words : [],
    );
  }

  isKindIn(unit: string, section: string): boolean {
    return this.generalsOf(unit, section).length > 0;
  }

  /** The unit, its synonyms and its kinds. */
  stating(unit: string): string[] {
    const groups = this.#groupsOf(unit).filter(
      ({ relation, words }) => relation !== 'remedies' && words.includes(unit),
    );
    return [unit, ...groups.flatMap(({ words, kinds }) => [...words, ...kinds])];
  }

  has(unit: string): boolean {
    return this.#groups.has(unit);
  }

  /** In roots; 0 if there is none. */
  expressionAt(roots: readonly string[], at: number): number {
    for (const expression of this.#expressions.get(roots[at]!) ?? []) {
      if (expression.every((root, index) => root === roots[at + index])) return expression.length;
    }
    return 0;
  }

  #groupsOf(unit: string) {
    return (this.#groups.get(unit) ?? []).map((at) => this.#members[at]!);
  }

  #addExpression(expression: string[]): void {
    const known = this.#expressions.get(expression[0]!) ?? [];
    known.push(expression);
    known.sort((a, b) => b.length - a.length);
    this.#expressions.set(expression[0]!, known);
  }
}
