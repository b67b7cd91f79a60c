import type { ProofKind } from '../../shared/second-factor.ts';

/** A sign-in that waits for its second factor. Only in memory: after a reload the user starts again. */
interface WaitingSignIn {
  ticket: string;
  proofs: ProofKind[];
}
let waiting: WaitingSignIn | null = null;

export const keepWaitingSignIn = (signIn: WaitingSignIn | null): void => {
  waiting = signIn;
};
export const waitingSignIn = () => waiting;
