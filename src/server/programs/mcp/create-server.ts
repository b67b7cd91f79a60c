import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { t } from '../../runtime/translate.ts';
import { type CallOperation, readContent, TOOLS } from './tools.ts';

const CONTENTS_MAX = 100;

export interface McpCaller {
  call: CallOperation;
  search(asked: { contextId: string; question: string }): Promise<unknown>;
  can(resource: string, action: string): boolean;
  contexts: readonly { id: string; name: string }[];
}

/** For one request: it keeps no session. Tools that the caller may not use are not listed. */
export function createMcpServer({ call, search, can, contexts }: McpCaller): McpServer {
  const named = contexts.map(({ id, name }) => `${id} (${name})`).join(', ') || t('mcp.noContexts');
  const server = new McpServer(
    { name: 'prosa', title: t('mcp.title'), version: '1' },
    { instructions: t('mcp.instructions', { contexts: named }) },
  );
  const contextOf = (contextId: string | undefined): string => {
    const found = contextId ?? (contexts.length === 1 ? contexts[0]!.id : undefined);
    if (!found) throw new Error(t('mcp.contextNeeded', { contexts: named }));
    return found;
  };
  for (const [name, { needs, title, description, input, isReadOnly, run }] of Object.entries(TOOLS)) {
    if (!can(...needs)) continue;
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: name === 'update_content', openWorldHint: false };
    // An error that is thrown becomes the tool's result, which the model reads.
    server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given: unknown) => {
      const result = await run({ call, search, contextOf }, given);
      return { content: [{ type: 'text' as const, text: JSON.stringify(result) }] };
    });
  }
  if (can('contents', 'list') && can('contents', 'show')) registerContents(server, call, contexts);
  return server;
}

function registerContents(server: McpServer, call: CallOperation, contexts: McpCaller['contexts']): void {
  const list = async () => {
    const pages = await Promise.all(
      contexts.map(({ id }) =>
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
