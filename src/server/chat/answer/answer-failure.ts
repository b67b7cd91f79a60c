/**
 * An answer that broke off. `message` is the error text that staff configured for the model; empty if there is none.
 */
export class AnswerFailure extends Error {}
