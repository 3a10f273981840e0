import type { State } from '../../state/state.ts';
import { partner, type Table } from '../../state/store.ts';
import { toServiceTime } from '../../world/clock.ts';

// Webhooks of the service. Manifests may have real addresses, so it sends only to this machine and
// to hosts of `webhookHosts` that the operator allows. The dump lists the others.

/** A webhook that was not sent because its host is not local, not in the world, or not allowed. */
export interface UnsentWebhook {
  /** ISO UTC, in the format of the service. */
  readonly at: string;
  readonly url: string;
  readonly payload: unknown;
}

/** Number of newest ones to keep. */
const maxKept = 100;

/** Sends JSON once without waiting, or records it as unsent. Run it without an open transaction. */
export function sendWebhook(state: State, url: string, payload: unknown): void {
  if (mayReach(state, url)) {
    state.outside.deliver(url, payload);
    return;
  }
  const at = toServiceTime(state.clock.nowMs());
  state.store.transact(() => {
    const order = state.store.countUp('unsent webhook');
    openTable(state).write(String(order), partner, { at, url, payload });
    openTable(state).remove(String(order - maxKept));
    return { keep: true };
  });
}

/** Unsent webhooks, oldest first. */
export function listUnsentWebhooks(state: State): readonly UnsentWebhook[] {
  return openTable(state)
    .list(partner)
    .toSorted((left, right) => Number(left.id) - Number(right.id))
    .map(({ value }) => value);
}

function mayReach({ world, outside }: State, url: string): boolean {
  if (!URL.canParse(url) || !outside.mayReach(url)) {
    return false;
  }
  const { protocol, hostname } = new URL(url);
  const isHere = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/.test(hostname);
  return (
    (protocol === 'http:' || protocol === 'https:') &&
    (isHere || (world.webhookHosts ?? []).includes(hostname))
  );
}

function openTable(state: State): Table<UnsentWebhook> {
  return state.store.table('unsent webhook');
}
