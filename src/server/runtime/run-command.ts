import { fileError, StartupError } from '../db/startup-error.ts';

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
