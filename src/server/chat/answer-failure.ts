/** An answer that broke off. `message`: what staff would have the visitor told for this model; empty: nothing of its own. */
export class AnswerFailure extends Error {}
