import type {
  WrittenAccount,
  WrittenCycle,
} from '../../../src/model/manifest/manifest.generated.ts';
import type { DumpedAccount, DumpedCycle } from '../console/dumped.ts';
import { compareLive } from '../laws/live-oracle.ts';

// Possible states of a service while an apply fails, from its dump and the manifest alone.

/** Everything of a cycle that an edit changes only while it is stopped, without moments. */
export function drawWindowed(cycle: DumpedCycle): string {
  const { name, description, activation, bindings, steps, variables } = cycle;
  return JSON.stringify({
    name,
    description: description || null,
    tags: [...cycle.tags].sort(),
    retention: [cycle.successRetentionHours, cycle.erroredRetentionHours],
    settings: listSettings(cycle),
    activation: activation && [activation.intervalMinutes, activation.runOnce],
    variables: variables.map(({ systemName, value }) => [systemName, value]),
    bindings: bindings.map(({ stepId, accountConnectorId }) => [stepId, accountConnectorId]),
    mappings: steps.map(({ mappings }) =>
      Object.entries(mappings)
        // Nothing unsets a mapping but Ignore.
        .filter(([, { type }]) => type !== null && type !== 'Ignore')
        .map(([id, { isOwn: _isOwn, ...rest }]) => [id, rest]),
    ),
  });
}

function listSettings(cycle: DumpedCycle): readonly unknown[] {
  const { stepErrorAction, collectionSplitType, logStepDataRequests, shareable } = cycle;
  return [stepErrorAction, collectionSplitType, logStepDataRequests, shareable];
}

/** Cycles of ours that the service has, those that are to go aside. */
export function listLiving(account: DumpedAccount | null, unmanaged: ReadonlySet<string>) {
  return (account?.cycles ?? []).filter(
    ({ id, status }) => status !== 'DeleteScheduled' && !unmanaged.has(id),
  );
}

/** Duplicates of a natural key, although only our applies created objects (law 8). */
export function listTwice(accounts: readonly DumpedAccount[], unmanaged: ReadonlySet<string>) {
  const names = accounts.flatMap((account) => [
    account.externalId,
    ...account.connectors
      .filter(({ id }) => !unmanaged.has(String(id)))
      .map(({ name }) => `${account.externalId} connector ${name}`),
    ...account.connectors.flatMap(({ id, properties }) =>
      properties.map(({ name }) => `${account.externalId} ${id} property ${name}`),
    ),
    ...listLiving(account, unmanaged).map(
      ({ name, templateId }) => `${account.externalId} cycle ${name} of ${templateId}`,
    ),
  ]);
  return names.filter((name, index) => names.indexOf(name) !== index);
}

/** Ids of what an account had before and has no more, or is to lose. */
export function listLost(before: DumpedAccount | null, after: DumpedAccount | null) {
  const connectors = new Set(after?.connectors.map(({ id }) => id));
  const cycles = new Set(listLiving(after, new Set()).map(({ id }) => id));
  return [
    ...(before?.connectors ?? [])
      .filter(({ id }) => !connectors.has(id))
      .map(({ id }) => String(id)),
    ...listLiving(before, new Set())
      .filter(({ id }) => !cycles.has(id))
      .map(({ id }) => id),
  ];
}

/** All that the service has of an account otherwise than its manifest says; cycles of others aside. */
export function compareAll(
  written: WrittenAccount,
  live: DumpedAccount | null,
  unmanaged: ReadonlySet<string>,
): string[] {
  if (live === null) return ['there is no account'];
  const cycles = live.cycles.filter(({ id }) => !unmanaged.has(id));
  const own = { ...live, cycles: withoutEarlier(cycles) };
  return [
    ...compareLive(written, own),
    ...compareSlots(written, own),
    ...listIdle(written, own).map((key) => `${key} does not run`),
  ];
}

// One that waits for a person before it takes the place of an earlier one rests beside that, which runs, under its tag.
function withoutEarlier(cycles: readonly DumpedCycle[]): DumpedCycle[] {
  const tagOf = ({ tags }: DumpedCycle) => tags.find((tag) => tag.startsWith('cyclectl:'));
  const isEarlier = (cycle: DumpedCycle) =>
    cycle.status === 'Active' &&
    tagOf(cycle) !== undefined &&
    cycles.some(
      (other) =>
        other.status === 'Paused' &&
        tagOf(other) === tagOf(cycle) &&
        other.templateId !== cycle.templateId,
    );
  return cycles.filter((cycle) => !isEarlier(cycle));
}

/** The cycles that the manifest wants to run and that do not, those aside that wait for a person. */
function listIdle({ spec }: WrittenAccount, live: DumpedAccount): string[] {
  return Object.entries(spec.cycles ?? {}).flatMap(([key, wanted]) => {
    const cycle = findCycle(live, key, wanted);
    const shallRun = wanted.state === 'active';
    if (!shallRun || cycle === undefined || cycle.status === 'Active') return [];
    if (hasNoStart(wanted, cycle)) return [];
    return isWaiting(spec, cycle, live) ? [] : [key];
  });
}

/** The connectors that cycles of the manifest use beside those that it names for their slots. */
function compareSlots({ spec }: WrittenAccount, live: DumpedAccount): string[] {
  return Object.entries(spec.cycles ?? {}).flatMap(([key, wanted]) =>
    Object.entries(wanted.connectors ?? {}).flatMap(([slot, connector]) => {
      const cycle = findCycle(live, key, wanted);
      const isAlone = !Object.keys(wanted.connectors ?? {}).some((each) => each.includes('#'));
      const entry = spec.connectors?.[connector];
      if (cycle === undefined || entry === undefined || !isAlone || slot.includes('#')) return [];
      const name = entry.displayName ?? connector;
      const id = live.connectors.find((each) => each.name === name)?.id;
      const steps = cycle.steps.filter((step) => step.connector === slot).map((step) => step.id);
      // A second slot of one kind has its own steps, which only the template distinguishes.
      const first = cycle.bindings.find(({ stepId }) => stepId === steps[0]);
      return first?.accountConnectorId === id ? [] : [`${key}/connectors/${slot} is not ${name}`];
    }),
  );
}

/** The one cycle of an account that a manifest means by a key; by its name. */
function findCycle(
  live: DumpedAccount,
  key: string,
  wanted: WrittenCycle,
): DumpedCycle | undefined {
  const name = wanted.displayName ?? key;
  return live.cycles.find((each) => each.name === name && each.status !== 'DeleteScheduled');
}

// Git does not say when, and it never ran: its state is left as it is.
function hasNoStart({ schedule }: WrittenCycle, live: DumpedCycle): boolean {
  return schedule === undefined && live.activation === null && live.webhookIdentifier === null;
}

// Only a consent, and what Git does not say how to sign in, can be waited for.
function isWaiting(spec: WrittenAccount['spec'], cycle: DumpedCycle, live: DumpedAccount): boolean {
  const used = new Set(cycle.bindings.map(({ accountConnectorId }) => accountConnectorId));
  const signedIn = new Set(
    Object.entries(spec.connectors ?? {}).flatMap(([key, { auth, displayName }]) => {
      const isConsent = typeof auth === 'object' && 'oauth' in auth && 'user' in auth.oauth;
      return auth === undefined || auth === 'none' || isConsent ? [] : [displayName ?? key];
    }),
  );
  return live.connectors.some(
    ({ id, name, isAuthenticated }) => used.has(id) && !isAuthenticated && !signedIn.has(name),
  );
}
