/** Why the server cannot start, for whoever starts it: one sentence and an exit code (sysexits.h), no stack. */
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
