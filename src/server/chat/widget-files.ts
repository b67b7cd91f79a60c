import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageTerms } from '../../shared/visitor-messages.ts';
import type { WidgetContext } from '../db/platform.ts';

const PLACEHOLDER = '__PROSA_CONFIG__';

type ShownContext = Pick<WidgetContext, 'contextId' | 'appearance'>;

interface Offers {
  feedback: boolean;
  message: MessageTerms | null;
  talk: boolean;
  topics: string;
  hasContact: boolean;
}

interface WidgetFile {
  path: string;
  body: string;
}

interface WidgetFiles {
  /** One request shows the launcher. `origin`: ours, where the loader cannot see where it came from. */
  loaderOf(context: ShownContext, offers: Offers, origin: string): { body: string; etag: string };
  panel: WidgetFile;
  form: WidgetFile;
  /** Its path may have the hash of any version. */
  moduleAt(path: string): WidgetFile | undefined;
}

const MODULE = /^\/w\/(panel|message-form)-[\w-]{16}\.js$/;

/** Inside a script element: no `</script>` and no line separators. */
const literal = (value: unknown) =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** Throws an `Error` if it was not built. */
export function readWidgetFiles(folder: string): WidgetFiles {
  const [loader, panel, form] = ['loader.js', 'panel.js', 'message-form.js'].map((file) => {
    const path = join(folder, file);
    if (!existsSync(path)) throw new Error(`The widget is not built: ${path} is missing`);
    return readFileSync(path, 'utf8');
  }) as [string, string, string];
  const panelPath = `/w/panel-${hashOf(panel)}.js`;
  const formPath = `/w/message-form-${hashOf(form)}.js`;
  const modules = { panel: { path: panelPath, body: panel }, 'message-form': { path: formPath, body: form } };
  return {
    panel: modules.panel,
    form: modules['message-form'],
    moduleAt: (path) => modules[MODULE.exec(path)?.[1] as keyof typeof modules],
    loaderOf({ contextId, appearance }, offers, origin) {
      const config = { contextId, origin, appearance, ...offers, panel: panelPath, form: formPath };
      const body = loader.replace(PLACEHOLDER, () => literal(config));
      return { body, etag: `"${hashOf(body)}"` };
    },
  };
}
