import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { installTemplate, put } from '../../emulator/support/start-emulator.ts';
import { openConsoleUser } from '../console/console-user.ts';
import { type DumpedAccount, type DumpedCycle, findDumped } from '../console/dumped.ts';
import type { TestFixture } from '../fixture.ts';
import type { Draw } from '../generate/draw.ts';
import type { Scenario } from '../laws/scenario.ts';
import { listReasons } from '../quickstart.ts';

/** Unmanaged objects of an account by id, whatever their names. */
type UnmanagedIds = Set<string>;

type AccountContext = {
  readonly fixture: Pick<TestFixture, 'emulator'>;
  readonly written: WrittenAccount;
};

/** A console user installs a connector. */
export async function installUnmanaged(
  scenario: AccountContext,
  draw: Draw,
  story: Pick<Scenario, 'world'>,
): Promise<UnmanagedIds> {
  const kinds = (story.world.connectors ?? []).map(({ name }) => encodeURIComponent(name));
  return watchNew(scenario, async (account) => {
    const caller = (await openConsoleUser(scenario.fixture.emulator)).caller.inside(account.id);
    const path = `/v1.0/connectors/${draw.pick(kinds)}/install`;
    await caller.call('POST', path, { Name: `Others ${account.connectors.length}` });
  });
}

/** A console user makes a cycle of a template under a new name. */
export async function copyUnmanaged(
  scenario: AccountContext,
  draw: Draw,
  story: Pick<Scenario, 'world'>,
): Promise<UnmanagedIds> {
  const templates = (story.world.templates ?? []).map(({ name }) => name);
  const template = draw.pick(templates);
  return watchNew(scenario, async (account) => {
    await makeCycle(scenario, account, { template, name: `Others ${account.cycles.length}` });
  });
}

/**
 * A console user makes a duplicate of a manifest's cycle: same template, name and tags. Returns the
 * new objects and the duplicate's id; null if no such cycle exists.
 */
export async function makeDuplicate(
  scenario: AccountContext,
  draw: Draw,
  story: Pick<Scenario, 'world'>,
): Promise<{
  readonly unmanaged: UnmanagedIds;
  readonly twin: string;
  /** The cycle that it is like. */
  readonly original: string;
} | null> {
  const pairs = listPairs(scenario, story);
  if (pairs.length === 0) return null;
  const { live, template } = draw.pick(pairs);
  let twin = '';
  const unmanaged = await watchNew(scenario, async (account) => {
    twin = await makeCycle(scenario, account, { template, name: live.name, tags: live.tags });
  });
  return { unmanaged, twin, original: live.id };
}

/** Makes a twin something else, as the remedy of its refusal says. */
export async function renameDuplicate(
  { fixture, written }: AccountContext,
  twin: string,
): Promise<void> {
  const account = findDumped(fixture.emulator, written.spec.id ?? '');
  const caller = (await openConsoleUser(fixture.emulator)).caller.inside(account?.id ?? '');
  await put(caller, `/cycles/${twin}`, { Name: `Others ${twin}`, Tags: [] });
}

/** Deletes a twin in the console, so that what it uses can go as well. */
export async function deleteDuplicate(
  { fixture, written }: AccountContext,
  twin: string,
): Promise<void> {
  const account = findDumped(fixture.emulator, written.spec.id ?? '');
  const caller = (await openConsoleUser(fixture.emulator)).caller.inside(account?.id ?? '');
  const { status } = await caller.call('DELETE', `/v1.0/cycles/${twin}`);
  if (status !== 200) throw new Error(`The hand could not delete its cycle: ${status}`);
}

/**
 * Deletes in the console the cycles without an entry for whose sake a connector of ours stays, as
 * the remedy of its refusal says. Returns them.
 */
export async function deleteUsers(
  fixture: AccountContext['fixture'],
  planned: readonly PlannedAccount[],
): Promise<readonly DumpedCycle[]> {
  const ids = new Set(
    listReasons(planned)
      .filter(({ code }) => code === 'connector-in-use')
      .flatMap(({ summary }) => summary.match(/\(([^()]+)\) uses it$/)?.[1] ?? []),
  );
  const deleted: DumpedCycle[] = [];
  for (const account of fixture.emulator.control.dump().accounts) {
    const caller = (await openConsoleUser(fixture.emulator)).caller.inside(account.id);
    for (const cycle of account.cycles.filter(({ id }) => ids.has(id))) {
      const { status } = await caller.call('DELETE', `/v1.0/cycles/${cycle.id}`);
      if (status !== 200) throw new Error(`The hand could not delete its cycle: ${status}`);
      deleted.push(cycle);
    }
  }
  return deleted;
}

/** Signs in connectors that no manifest has, and without which cycles cannot start; returns their ids. */
export function signInForeign(
  { emulator }: AccountContext['fixture'],
  planned: readonly PlannedAccount[],
): readonly string[] {
  const ids = new Set(
    listReasons(planned)
      .filter(({ code }) => code === 'prerequisite-missing')
      .flatMap(({ summary }) => summary.match(notSignedIn)?.[1] ?? []),
  );
  for (const account of emulator.control.dump().accounts) {
    for (const { id } of account.connectors.filter((each) => ids.has(String(each.id))))
      emulator.control.grantConsent({ account: account.id, connector: String(id) });
  }
  return [...ids];
}

const notSignedIn =
  /the connector .*?([^\s()]+)\)?, which the manifest does not have, is not signed in$/;

function listPairs(
  { fixture, written }: AccountContext,
  story: Pick<Scenario, 'world'>,
): { readonly live: DumpedCycle; readonly template: string }[] {
  const account = findDumped(fixture.emulator, written.spec.id ?? '');
  const templates = new Set((story.world.templates ?? []).map(({ name }) => name));
  return Object.entries(written.spec.cycles ?? {}).flatMap(([key, cycle]) => {
    const name = cycle.displayName ?? key;
    const live = account?.cycles.find(
      (each) => each.name === name && each.status !== 'DeleteScheduled',
    );
    const template = 'template' in cycle.from ? cycle.from.template : '';
    return live === undefined || !templates.has(template) ? [] : [{ live, template }];
  });
}

async function makeCycle(
  { fixture }: AccountContext,
  account: DumpedAccount,
  as: { readonly template: string; readonly name: string; readonly tags?: readonly string[] },
): Promise<string> {
  const caller = (await openConsoleUser(fixture.emulator)).caller.inside(account.id);
  const { Id } = await installTemplate(caller, as.template);
  const { status } = await put(caller, `/cycles/${Id}`, { Name: as.name, Tags: as.tags ?? [] });
  if (status !== 200) throw new Error(`The hand could not name its cycle: ${status}`);
  return Id;
}

// An install of a template may bring connectors that the account lacks.
async function watchNew(
  { fixture, written }: AccountContext,
  work: (account: DumpedAccount) => Promise<void>,
): Promise<UnmanagedIds> {
  const id = written.spec.id ?? '';
  const before = findDumped(fixture.emulator, id);
  if (before === null) return new Set();
  const known = new Set(listIds(before));
  await work(before);
  const after = findDumped(fixture.emulator, id);
  return new Set(after === null ? [] : listIds(after).filter((each) => !known.has(each)));
}

function listIds(account: DumpedAccount): string[] {
  return [...account.connectors, ...account.cycles].map(({ id }) => String(id));
}
