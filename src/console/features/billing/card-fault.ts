/** A card that was not taken: its form says so beside its fields. `sentence` undefined: it did not work, and no more is known. */
export class CardFault extends Error {
  readonly sentence: string | undefined;
  constructor(sentence: string | undefined) {
    super(sentence ?? 'card_fault');
    this.name = 'CardFault';
    this.sentence = sentence;
  }
}
