import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { closeAfterFile } from '../../../support/opened.ts';

type Serve = (response: ServerResponse, table: string) => void;

const csv = { 'content-type': 'text/csv' };
const mebibyte = 2 ** 20;

/** Answers of servers that export no table, or less than one, by path. */
const answers: Readonly<Record<string, Serve>> = {
  '/whole': (response, table) => response.writeHead(200, csv).end(table),
  '/empty': (response) => response.writeHead(200, csv).end('\r\n'),
  '/missing': (response) => response.writeHead(404).end('no'),
  '/page': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in'),
  '/redirect': (response) => response.writeHead(302, { location: 'http://other.example/t' }).end(),
  '/binary': (response) => response.writeHead(200, csv).end(Buffer.from([0x50, 0x4b, 3, 4, 0, 0])),
  '/latin': (response) =>
    response.writeHead(200, csv).end(Buffer.from('name,id\nJosé,x\n', 'latin1')),
  '/short': (response, table) => {
    response.writeHead(200, { ...csv, 'content-length': Buffer.byteLength(table) + 10 });
    response.write(table, () => response.destroy());
  },
  '/cut': (response, table) => {
    response.writeHead(200, csv);
    response.write(table.slice(0, 500), () => response.destroy());
  },
  '/endless': (response) => {
    const chunk = 'x'.repeat(mebibyte);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.writeHead(200, csv).on('drain', more);
    more();
  },
  '/bomb': (response) => {
    const body = gzipSync(Buffer.alloc(64 * mebibyte));
    response.writeHead(200, { ...csv, 'content-encoding': 'gzip' }).end(body);
  },
  // The answer has a head, then a byte every now and then.
  '/slow': (response) => {
    response.writeHead(200, csv).write('name');
    const drip = setInterval(() => response.write(','), 20);
    response.on('close', () => clearInterval(drip));
  },
};

/** Serves answers at paths of this machine; `table` gives the one that is whole. Returns the address. */
export async function serveTables(table: () => string): Promise<string> {
  const server = createServer((request, response) => {
    const path = URL.parse(request.url ?? '/', 'http://localhost')?.pathname ?? '';
    answers[path]?.(response, table());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Serves a table whose end is that of the connection, as HTTP/1.0 did. */
export async function serveWithoutLength(table: string): Promise<string> {
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(`HTTP/1.0 200 OK\r\n\r\n${table}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
