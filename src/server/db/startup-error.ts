/**
 * A reason why the server cannot start, shown to the operator without a stack: one sentence, and an exit code from
 * sysexits.h.
 */
export class StartupError extends Error {
  readonly code: string;
  readonly exitCode: number;
  constructor(code: string, message: string, exitCode: number) {
    super(message);
    this.name = 'StartupError';
    this.code = code;
    this.exitCode = exitCode;
  }
}
