/** The gateway did not take a card. Its form shows `sentence`, or a general one if that is undefined. */
export class CardFault extends Error {
  readonly sentence: string | undefined;
  constructor(sentence: string | undefined) {
    super(sentence ?? 'card_fault');
    this.name = 'CardFault';
    this.sentence = sentence;
  }
}
