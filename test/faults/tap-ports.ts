/** A call of one of our ports, as it is about to be made. */
export type PortCall = {
  readonly port: 'reader' | 'writer' | 'store';
  readonly name: string;
  /** True if it changes something outside the process. */
  readonly hasEffect: boolean;
};

/** Wraps the calls of a port; `go` makes the call. */
export type Tap = (call: PortCall, go: () => Promise<unknown>) => Promise<unknown>;

const storeWrites = new Set([
  'update',
  'updateRevisions',
  'saveRun',
  'saveRunAccounts',
  'saveTarget',
  'heartbeat',
  'acquireLock',
  'releaseLock',
  'removeHolder',
]);
// They answer one by one, and not with a promise.
const streams = new Set(['readRunAccounts']);

/** A port whose every call goes through a tap. It answers what the port answers. */
export function tapPort<T extends object>(port: PortCall['port'], real: T, tap: Tap): T {
  return new Proxy(real, {
    get: (target, key, receiver) => {
      const member: unknown = Reflect.get(target, key, receiver);
      if (typeof member !== 'function') return member;
      const name = String(key);
      if (streams.has(name)) return member.bind(target);
      const hasEffect = port === 'writer' || storeWrites.has(name);
      return (...given: unknown[]) =>
        tap({ port, name, hasEffect }, async () => Reflect.apply(member, target, given));
    },
  });
}
