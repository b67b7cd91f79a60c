import { parseArgs, type ParseArgsConfig } from 'node:util';
import { EvalSetError } from './search/question-set.ts';

/**
 * Reads the options and the one folder from the command line, and runs the bench with them. Prints an invalid command
 * line or an invalid folder together with `usage`.
 */
export async function runBench<O extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: O,
  run: (folder: string, values: ReturnType<typeof parseArgs<{ options: O }>>['values']) => void | Promise<void>,
): Promise<void> {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new EvalSetError('one folder is needed');
    await run(folder, values);
  } catch (error) {
    const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!(error instanceof EvalSetError) && !isUsage) throw error;
    console.error(`${error.message}\n${usage}`);
    process.exitCode = 2;
  }
}
