import { Socket } from 'node:net';

// Loaded before a replica with `--import`: `redirect.ts?FROM=TO` leads its connections from one port of this
// machine to another, as a network does.

const [[from, to] = ['', '']] = [...new URL(import.meta.url).searchParams];
const { connect } = Socket.prototype;

Socket.prototype.connect = function redirected(this: Socket, ...given: unknown[]) {
  // Node passes its own arguments on as one list.
  const [options] = Array.isArray(given[0]) ? (given[0] as unknown[]) : given;
  if (typeof options === 'object' && options !== null && 'port' in options)
    if (String(options.port) === from) options.port = Number(to);
  return Reflect.apply(connect, this, given) as Socket;
};
