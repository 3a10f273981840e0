import type { ReadPorts } from '../../../../app/ports/open-ports.ts';
import type { ProjectRequest } from '../../../../app/project/open-project.ts';
import { toRun } from '../../../../app/project/to-run.ts';
import { openDriftNotes } from '../../../../app/run/records/open-drift-notes.ts';
import { runDrift } from '../../../../engine/run/run-drift.ts';
import { type Address, toAccountAddress, toFieldAddress } from '../../../../model/address.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import type { CycleStatus, ReadStatus } from '../../../../model/report/status.ts';
import type { RunAccount, RunRecord } from '../../../../model/state/run.ts';
import { runStatus } from '../../status/run-status.ts';
import { IncidentGroups } from '../incident-groups.ts';
import { readIncidents } from '../run-incidents.ts';
import type { KnownCycle } from '../with-cycle.ts';
import type { WhyEvent } from './why-event.ts';

/** Runs of ours that are looked through; a store keeps the accounts of the newest alone. */
const recentRuns = 200;

/** Events of a cycle, and parts that could not be read. */
export type Evidence = {
  readonly events: readonly WhyEvent[];
  readonly cycle: CycleStatus | null;
  readonly unread: readonly Diagnostic[];
};

/** Reads all that may explain the errors of a cycle since a time, ISO UTC. Writes drift records alone. */
export async function readEvidence(
  request: ProjectRequest,
  ports: ReadPorts,
  { found, after }: { readonly found: KnownCycle; readonly after: string },
): Promise<Evidence> {
  const { project } = request;
  const { key } = found.account.desired;
  const run = toRun(project, ports);
  const one = {
    ...run,
    entries: run.entries.filter((entry) => entry.key === key),
    named: 1,
  };
  const incidents = await readIncidents(ports, { after, levels: ['error'] }, found.account);
  const [status] = await Array.fromAsync(runStatus({ ...one, now: ports.readTime() }));
  const drift = await readDrift(request, one);
  const read = status?.kind === 'read' ? status : null;
  const cycle = read?.cycles.find(({ address }) => address === found.address) ?? null;
  const about = listRelated(found);
  const runs = await readRuns(ports, { account: key, after, about });
  return {
    events: [
      ...(incidents.kind === 'read' ? toErrorEvents(incidents.incidents, found) : []),
      ...runs,
      ...drift.items.flatMap((item): WhyEvent[] =>
        isRelated(item.address, about) ? [{ kind: 'drift', item }] : [],
      ),
      ...(read === null ? [] : toStatusEvents(read, cycle, about)),
    ],
    cycle,
    unread: [
      ...(incidents.kind === 'unread' ? incidents.diagnostics : []),
      ...(status?.kind === 'unread' ? status.diagnostics : []),
      ...drift.unread,
    ],
  };
}

async function readDrift(request: ProjectRequest, run: Parameters<typeof runDrift>[0]) {
  const notes = await openDriftNotes(request);
  try {
    const [account] = await Array.fromAsync(runDrift(run, notes));
    return account?.kind === 'read'
      ? { items: account.items, unread: [] }
      : { items: [], unread: account?.diagnostics ?? [] };
  } finally {
    await notes.close();
  }
}

function toErrorEvents(
  incidents: Extract<Awaited<ReturnType<typeof readIncidents>>, { kind: 'read' }>['incidents'],
  { cycleId }: KnownCycle,
): WhyEvent[] {
  const groups = new IncidentGroups();
  for (const incident of incidents) {
    if (incident.cycle === cycleId) groups.add(incident, () => null);
  }
  return groups.list().map(({ level, step, message, status, count, firstAt, lastAt }) => ({
    kind: 'errors',
    ...{ level, step, message, status, count, firstAt, lastAt },
  }));
}

/** Addresses of the cycle, its account and all connectors of that, which it may use. */
function listRelated({ account, address }: KnownCycle): ReadonlySet<Address> {
  const { desired, state } = account;
  const wanted = desired.connectors.kind === 'set' ? [...desired.connectors.value.values()] : [];
  const known = [...state.objects.values()].filter(({ kind }) => kind === 'connector');
  return new Set([
    address,
    toAccountAddress(desired.key),
    ...[...wanted, ...known].map((each) => each.address),
  ]);
}

function isRelated(address: Address, about: ReadonlySet<Address>): boolean {
  return about.has(address);
}

async function readRuns(
  { store }: Pick<ReadPorts, 'store'>,
  {
    account,
    after,
    about,
  }: {
    readonly account: string;
    readonly after: string;
    readonly about: ReadonlySet<Address>;
  },
): Promise<WhyEvent[]> {
  const events: WhyEvent[] = [];
  for (const run of await store.listRuns(recentRuns)) {
    if (Date.parse(run.end?.at ?? run.startedAt) < Date.parse(after)) continue;
    const part = await store.readRunAccount(run.id, account);
    const changed = part === null ? [] : listChanged(part, about);
    if (changed.length > 0) events.push(toRunEvent(run, changed));
  }
  return events;
}

function listChanged(
  { state, before, made, deleted }: RunAccount,
  about: ReadonlySet<Address>,
): readonly Address[] {
  if (state === 'planned' || state === 'refused') return [];
  const fields = before.filter(({ address }) => isRelated(address, about));
  const objects = [...made, ...deleted].filter((address) => isRelated(address, about));
  return [...objects, ...fields.map(({ address, path }) => toFieldAddress(address, path))];
}

function toRunEvent(run: RunRecord, changed: readonly Address[]): WhyEvent {
  return {
    kind: 'run',
    at: run.startedAt,
    run: run.id,
    command: run.command,
    author: run.author.user,
    commit: run.commit,
    outcome: run.end?.outcome ?? null,
    changed,
  };
}

function toStatusEvents(
  { connectors, waits, behind }: ReadStatus,
  cycle: CycleStatus | null,
  about: ReadonlySet<Address>,
): WhyEvent[] {
  const out = connectors.filter(({ isSignedIn, address }) => !isSignedIn && address !== null);
  const hasSignedOut = cycle !== null && cycle.notSignedIn > 0;
  return [
    ...(hasSignedOut && out.length === 0
      ? [{ kind: 'sign-in', connector: null, since: null } as const]
      : []),
    ...(hasSignedOut
      ? out.map(({ address }) => {
          const since = waits.find((wait) => wait.address === address)?.since ?? null;
          return { kind: 'sign-in', connector: address, since } as const;
        })
      : []),
    ...behind.flatMap(({ address, name, installed, latest }): WhyEvent[] =>
      address !== null && isRelated(address, about)
        ? [{ kind: 'release', connector: address, name, installed, latest }]
        : [],
    ),
    ...(cycle === null || cycle.state === 'Active' ? [] : [toStopped(cycle)]),
  ];
}

function toStopped({ state, wants, pausedByUsSince }: CycleStatus): WhyEvent {
  return {
    kind: 'stopped',
    state,
    wants,
    ...(pausedByUsSince === undefined ? {} : { pausedByUsSince }),
  };
}
