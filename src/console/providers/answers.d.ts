/** The policy's answers, which the build has Casbin write out (vite.config.ts). */
declare module '*?answers' {
  import type { Answers } from '../../../access-control/answers.ts';
  const answers: Answers;
  export default answers;
}
