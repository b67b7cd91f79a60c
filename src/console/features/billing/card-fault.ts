/** The gateway rejected a card. The form shows `sentence`, or a general message if it is undefined. */
export class CardFault extends Error {
  readonly sentence: string | undefined;
  constructor(sentence: string | undefined) {
    super(sentence ?? 'card_fault');
    this.name = 'CardFault';
    this.sentence = sentence;
  }
}
