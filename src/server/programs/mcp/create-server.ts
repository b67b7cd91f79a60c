import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { t } from '../../runtime/translate.ts';
import { type CallOperation, readContent, TOOLS, type Tools } from './tools.ts';

const CONTENTS_MAX = 100;

type ContextNames = readonly { id: string; name: string }[];

export interface McpCaller extends Pick<Tools, 'call' | 'ask' | 'search'> {
  can(resource: string, action: string): boolean;
  contexts(): Promise<ContextNames>;
}

const namesOf = (contexts: ContextNames): string =>
  contexts.map(({ id, name }) => `${id} (${name})`).join(', ') || t('mcp.noContexts');

export const instructionsFor = (contexts: ContextNames): string =>
  t('mcp.instructions', { contexts: namesOf(contexts) });

/** For one request: it keeps no session. Tools that the caller may not use are not listed. */
export function createMcpServer({ can, contexts, ...caller }: McpCaller, instructions?: string): McpServer {
  const server = new McpServer({ name: 'prosa', title: t('mcp.title'), version: '1' }, { instructions });
  const contextOf = async (contextId: string | undefined): Promise<string> => {
    if (contextId) return contextId;
    const [first, ...others] = await contexts();
    if (first && others.length === 0) return first.id;
    throw new Error(t('mcp.contextNeeded', { contexts: namesOf(await contexts()) }));
  };
  for (const [name, { needs, title, description, input, isReadOnly, run }] of Object.entries(TOOLS)) {
    if (!can(...needs)) continue;
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: name === 'update_content', openWorldHint: false };
    // An error that is thrown becomes the tool's result, which the model reads.
    server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given: unknown) => {
      const result = await run({ ...caller, contextOf }, given);
      return { content: [{ type: 'text' as const, text: JSON.stringify(result) }] };
    });
  }
  if (can('contents', 'list') && can('contents', 'show')) registerContents(server, caller.call, contexts);
  return server;
}

function registerContents(server: McpServer, call: CallOperation, contexts: McpCaller['contexts']): void {
  const list = async () => {
    const pages = await Promise.all(
      (await contexts()).map(({ id }) =>
        call<{ data: { id: string; title: string }[] }>('GET', `/contents?contextId=${id}&limit=${CONTENTS_MAX}`),
      ),
    );
    const rows = pages.flatMap(({ data }) => data);
    return {
      resources: rows.map(({ id, title }) => ({ uri: `prosa://contents/${id}`, name: title, mimeType: 'text/plain' })),
    };
  };
  server.registerResource(
    'contents',
    new ResourceTemplate('prosa://contents/{id}', { list }),
    { description: t('mcp.contents'), mimeType: 'text/plain' },
    async (uri, { id }) => {
      const { title, text } = await readContent(call, encodeURIComponent(String(id)));
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: `${title}\n\n${text}` }] };
    },
  );
}
