import { Body, withDefault } from '../http/body/body.ts';
import { Refusal } from '../http/reply.ts';
import { listAccountIds } from '../resources/accounts/account-row.ts';
import { findRelease } from '../resources/catalog/find-release.ts';
import { promoteInWorld } from '../resources/catalog/offered-releases.ts';
import { readAuthentication } from '../resources/connectors/create-installed.ts';
import { writeInstalled } from '../resources/connectors/find-installed.ts';
import { readReleaseOf } from '../resources/connectors/to-installed-json.ts';
import type { State } from '../state/state.ts';
import { partner } from '../state/store.ts';
import { readWorld } from '../world/file/read-world.ts';
import type { WorldRelease } from '../world/file/world.ts';

/**
 * `{connector, version}` makes a draft of the world Live; `{connector, release}` adds a new latest
 * release. Installed connectors with OAuth keep their release (SPEC 4.4, 9); for others a choice
 * decides.
 */
export function promoteRelease(state: State, value: unknown): unknown {
  const body = new Body(value);
  const connector = withDefault(body.text('connector'), '');
  const given = (value as { readonly release?: unknown }).release;
  const release =
    given === undefined
      ? findDraft(state, connector, withDefault(body.text('version'), ''))
      : readRelease(state, connector, given);
  const turn = state.store.countUp('promotion');
  state.promoted.write(`${connector} ${release.version}`, partner, { connector, release, turn });
  state.offered.reload();
  const latest = findRelease(state.releases, connector, undefined);
  if (state.choices.installedRelease === 'latest' && latest !== undefined) {
    moveInstalled(state, connector, latest.id);
  }
  return { connector, version: release.version };
}

function findDraft(state: State, connector: string, version: string): WorldRelease {
  const release = state.world.connectors
    ?.find(({ name }) => name === connector)
    ?.releases.find((each) => each.version === version && each.draft === true);
  if (release === undefined) {
    throw new Refusal(400, `Connector '${connector}' has no draft of version '${version}'.`);
  }
  return release;
}

/** Checks the release as part of the world. */
function readRelease(state: State, connector: string, given: unknown): WorldRelease {
  const release = { ...(given as WorldRelease), draft: false };
  const known = state.world.connectors?.find(({ name }) => name === connector)?.releases;
  if (known === undefined) {
    throw new Refusal(400, `There is no connector '${connector}'.`);
  }
  if (known.some(({ version }) => version === release.version)) {
    throw new Refusal(400, `Connector '${connector}' already has a version '${release.version}'.`);
  }
  const { accounts: _, ...world } = state.world;
  readWorld(promoteInWorld(world, { connector, release }));
  return release;
}

function moveInstalled(state: State, connector: string, connectorId: number): void {
  for (const accountId of listAccountIds(state)) {
    for (const { value: row } of state.installed.list(accountId)) {
      const release = readReleaseOf(state, row);
      const keepsIts = readAuthentication(release, row).type.startsWith('OAuth');
      if (release.name === connector && !keepsIts) {
        writeInstalled(state, { ...row, connectorId });
      }
    }
  }
}
