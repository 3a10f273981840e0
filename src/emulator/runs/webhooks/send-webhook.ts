import type { State } from '../../state/state.ts';
import { partner, type Table } from '../../state/store.ts';
import { toServiceTime } from '../../world/clock.ts';

// Webhooks that the service sends. It runs on a developer's machine, with manifests that name real
// addresses: so it sends to this machine alone, and to hosts that the world names under
// `webhookHosts`, where the operator allows them. What it keeps to itself is in the dump.

/** A webhook that was not sent: its host is neither this machine nor named by the world, or not allowed. */
export interface UnsentWebhook {
  /** ISO UTC, as the service writes it. */
  readonly at: string;
  readonly url: string;
  readonly payload: unknown;
}

/** The newest of these are kept. */
const maxKept = 100;

/** Sends JSON once and does not wait, or notes that it would have. Runs while no transaction is open. */
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

/** Webhooks that were not sent, oldest first. */
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
