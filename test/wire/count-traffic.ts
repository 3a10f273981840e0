import { createServer, request } from 'node:http';
import { closeAfterFile } from '../support/opened.ts';
import { listenOnLoopback } from './serve-broken.ts';

/** Bytes of the bodies that passed. */
export type Traffic = { readonly sent: number; readonly received: number };

/** A relay before a service, which counts the bytes of what is sent and answered. */
export function openTrafficCount(): {
  readonly open: (url: string) => Promise<string>;
  readonly read: () => Traffic;
} {
  let [sent, received] = [0, 0];
  const open = (url: string) => {
    const relay = createServer((incoming, outgoing) => {
      const { method, headers } = incoming;
      const onward = request(`${url}${incoming.url}`, { method, headers });
      onward.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('data', ({ length }: Buffer) => {
          received += length;
        });
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.on('data', ({ length }: Buffer) => {
        sent += length;
      });
      incoming.pipe(onward);
    });
    closeAfterFile(() => {
      relay.closeAllConnections();
      relay.close();
    });
    return listenOnLoopback(relay);
  };
  return { open, read: () => ({ sent, received }) };
}
