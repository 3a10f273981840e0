import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

import { SecretValue } from '../../src/model/secret/secret.ts';
import { openPostgresServer } from './server.ts';

export type Line = {
  readonly url: SecretValue;
  /** The connection that says this is cut before it is answered; once. */
  dropAnswerTo(text: string): void;
};

/** A way to the server that can be cut: it passes a word on, and then the connection is gone before the answer. */
export async function openLine(database: string): Promise<Line> {
  const server = await openPostgresServer();
  let word: string | null = null;
  const relay = createServer((near: Socket) => {
    const far = connect(server.port, '127.0.0.1');
    let isDropping = false;
    near.on('data', (piece) => {
      if (word !== null && piece.includes(word)) {
        word = null;
        isDropping = true;
      }
      far.write(piece);
    });
    far.on('data', (piece) => {
      if (isDropping) near.destroy();
      else near.write(piece);
    });
    near.on('close', () => far.end());
    far.on('close', () => near.destroy());
    for (const end of [near, far]) end.on('error', () => end.destroy());
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    relay.close();
  });
  const { port } = relay.address() as AddressInfo;
  return {
    url: new SecretValue(`postgres://postgres@127.0.0.1:${port}/${database}`),
    dropAnswerTo(text: string) {
      word = text;
    },
  };
}
