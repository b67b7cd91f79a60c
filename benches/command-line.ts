import { parseArgs, type ParseArgsConfig } from 'node:util';

/** An invalid command line, or a folder that a bench cannot read: run.ts prints the message and how to call the bench. */
export class UsageError extends Error {}

/** Returns the options and the one folder of the command line. Throws `UsageError`. */
export function readCommandLine<O extends NonNullable<ParseArgsConfig['options']>>(options: O) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new UsageError('one folder is needed');
  return { folder, values };
}
