import { readFileSync } from 'node:fs';
import { StartupError } from '../db/startup-error.ts';

/** `SECRET_KEY_FILE=/run/secrets/secret-key` */
const SECRETS =
  /^(SECRET_KEY(_PREVIOUS)?|DATABASE_URL|SMTP_URL|METRICS_TOKEN|STRIPE_(SECRET_KEY|WEBHOOK_SECRET)|\w+_CLIENT_SECRET)_FILE$/;

const SUFFIX = '_FILE';

function readSecret(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new StartupError('bad_environment', `O arquivo de ${name} não pode ser lido: ${path}.`, 78);
  }
}

/**
 * Without line ends around them. Throws `StartupError` when a file cannot be read, or a variable is given both ways.
 */
export function withSecretFiles(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const secrets: NodeJS.ProcessEnv = {};
  for (const [name, path] of Object.entries(variables)) {
    if (!path || !SECRETS.test(name)) continue;
    const target = name.slice(0, -SUFFIX.length);
    if (variables[target]) {
      throw new StartupError('bad_environment', `Informe ${target} ou ${name}, não os dois.`, 78);
    }
    secrets[target] = readSecret(name, path);
  }
  return { ...variables, ...secrets };
}
