/** Shown to the operator without a stack: one sentence, and an exit code from sysexits.h. */
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

export const diskFull = (path?: string) =>
  new StartupError('disk_full', `Não há espaço livre no disco${path ? ` de ${path}` : ''}.`, 74);

/** Such as a full disk; returns any other error as it is. */
export function fileError(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const { code = '', path, dest = path } = error as NodeJS.ErrnoException & { dest?: string };
  if (['ENOSPC', 'EDQUOT'].includes(code)) return diskFull(dest);
  // Errors of connections have no path either.
  if (!path && !['EIO', 'EFBIG'].includes(code)) return error;
  return new StartupError('file_unusable', `Não foi possível ler ou gravar ${dest ?? 'um arquivo'} (${code}).`, 74);
}
