import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { createMcpServer, instructionsFor, type McpCaller } from './create-server.ts';

/** With a server for this request only. */
export async function answerMcp(caller: McpCaller, request: Request, parsedBody: unknown) {
  const isFirst = isInitializeRequest(parsedBody);
  const server = createMcpServer(caller, isFirst ? instructionsFor(await caller.contexts()) : undefined);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const answered = await transport.handleRequest(request, { parsedBody });
    return { status: answered.status, type: answered.headers.get('content-type'), text: await answered.text() };
  } finally {
    await server.close();
  }
}
