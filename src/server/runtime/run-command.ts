import { fileError, StartupError } from '../db/startup-error.ts';

/** Runs a command of the command line: prints its result, or its error with the exit code. */
export function runCommand(work: () => Promise<string>): void {
  work().then(
    (line) => console.log(line),
    (reason: unknown) => {
      const error = fileError(reason);
      console.error(error instanceof StartupError ? error.message : error);
      process.exitCode = error instanceof StartupError ? error.exitCode : 1;
    },
  );
}
