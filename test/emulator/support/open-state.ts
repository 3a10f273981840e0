import { makeAuthorizationServer } from '../../../src/emulator/apps/authorization-server.ts';
import { OutboundClient } from '../../../src/emulator/http/outbound-client.ts';
import { makeState } from '../../../src/emulator/state/make-state.ts';
import type { State } from '../../../src/emulator/state/state.ts';
import { openStore } from '../../../src/emulator/state/store.ts';
import { type Choices, makeChoices } from '../../../src/emulator/world/choices.ts';
import { readWorld } from '../../../src/emulator/world/file/read-world.ts';
import type { World } from '../../../src/emulator/world/file/world.ts';
import { closeAfterFile } from '../../support/opened.ts';

/** State of a service without its HTTP server: frozen clock, sample authorization server. */
export function openState(world: World, choices: Partial<Choices> = {}): State {
  const store = openStore(':memory:');
  const closing = new AbortController();
  closeAfterFile(() => {
    closing.abort();
    store.close();
  });
  const outside = new OutboundClient(closing.signal);
  const state = makeState(store, {
    world: readWorld(world),
    frozenAtMs: Date.parse('2026-12-01T05:00:00Z'),
    choices: makeChoices(choices),
    outside,
  });
  const server = makeAuthorizationServer(() => state);
  outside.addApp('sign-in', (request) => server.fetch(request));
  return state;
}
