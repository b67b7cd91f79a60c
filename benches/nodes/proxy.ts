import { createServer, request as forward } from 'node:http';
import { pipeline } from 'node:stream';

/*
 * A plain proxy for `npm run bench -- nodes`, in a process of its own: hands the requests to the ports that its parent
 * sends, in turn. It sends a request to the next one only where that is safe: when the connection was refused, so that
 * nothing was sent, or when a GET failed before its response began. Every other failure reaches the client, because a
 * question that was sent may have been answered and charged.
 */
let ports: number[] = [];
let turn = 0;

const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    turn = (turn + 1) % ports.length;
    send(turn, ports.length);
  });
  function send(at: number, attempts: number): void {
    const { method, url: path, headers } = request;
    const to = forward(
      { host: '127.0.0.1', port: ports[at % ports.length], method, path, headers, agent: false },
      (answer) => {
        // The client may have gone meanwhile.
        if (response.destroyed) return void answer.destroy();
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        pipeline(answer, response, () => undefined);
      },
    );
    to.on('error', (error: NodeJS.ErrnoException) => {
      const isSafe = error.code === 'ECONNREFUSED' || method === 'GET';
      if (response.headersSent) response.destroy();
      else if (isSafe && attempts > 1) send(at + 1, attempts - 1);
      else response.writeHead(502).end(error.message);
    });
    response.on('close', () => to.destroy());
    to.end(Buffer.concat(pieces));
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : 0);
});
process.on('message', (given: number[]) => {
  ports = given;
  process.send?.('ready');
});
process.on('disconnect', () => process.exit(0));
