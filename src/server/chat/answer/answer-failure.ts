/** `message`: the error text that staff configured for the model; empty if there is none. */
export class AnswerFailure extends Error {}
