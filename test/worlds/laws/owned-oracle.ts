import type {
  WrittenAccount,
  WrittenOwner,
} from '../../../src/model/manifest/manifest.generated.ts';
import type { AccountState, ObjectRecord } from '../../../src/model/state/account-state.ts';
import type { DumpedAccount, DumpedCycle } from '../console/dumped.ts';
import { listLiving } from '../rough/rough-oracle.ts';

// Checks that an apply respects field ownership, from dumps before and after it and the manifest
// alone.

/** Patterns with their owners, as a manifest has them. */
export type Ownership = Readonly<Record<string, WrittenOwner>>;

/** An apply as it is judged. */
export type OwnedApply = {
  readonly written: WrittenAccount;
  readonly ownership: Ownership;
  readonly before: DumpedAccount | null;
  readonly after: DumpedAccount | null;
  readonly states: Readonly<Record<'before' | 'after', AccountState>>;
  /**
   * True if the schedule of every cycle is known: the service shows it, or no console change or
   * loss came between.
   */
  readonly isScheduleKnown: boolean;
};

const ranks: readonly WrittenOwner[] = ['managed', 'seeded', 'observed'];

/** Cycles whose running or slots an apply has changed although others have the say over it. */
export function listOverruled(apply: OwnedApply): readonly string[] {
  const { before, after, states, written } = apply;
  return [...states.after.objects.values()].flatMap((record) => {
    const wanted = written.spec.cycles?.[record.address.split('/')[2] ?? ''];
    const earlier = findCycle(before, record);
    const later = findCycle(after, record);
    if (wanted === undefined || later === undefined) return [];
    const known = states.before.objects.get(record.address);
    if (earlier === undefined) {
      const isReplaced = known !== undefined;
      return isReplaced ? [] : checkMade(apply, later);
    }
    const owed = known?.remoteId === record.remoteId ? (known.owed ?? []) : [];
    return checkCycle(apply, { earlier, later, owed }).map(
      (wrong) => `${record.address}: ${wrong}`,
    );
  });
}

/** Owners of a cycle's state and schedule: a schedule is sent with a start. */
export function ownRunning({
  state = 'managed',
  schedule: own = 'managed',
}: Ownership): Readonly<Record<'state' | 'schedule', WrittenOwner>> {
  return { state, schedule: ranks.indexOf(state) > ranks.indexOf(own) ? state : own };
}

type Sides = {
  readonly earlier: DumpedCycle;
  readonly later: DumpedCycle;
  /** Values that its creation still has to write. */
  readonly owed: readonly string[];
};

function checkCycle({ ownership, isScheduleKnown }: OwnedApply, sides: Sides): string[] {
  const { earlier, later, owed } = sides;
  const owners = ownRunning(ownership);
  const isPendingSeed = owed.includes('state') || owed.includes('schedule');
  const slots = ownership['cycles/*/connectors'] ?? 'managed';
  return [
    ...(owners.state === 'managed' || isPendingSeed || earlier.status === later.status
      ? []
      : [`was ${earlier.status} and is ${later.status}`]),
    ...(owners.schedule === 'managed' || isPendingSeed
      ? []
      : checkSchedule(sides, isScheduleKnown)),
    ...(slots === 'managed' || owed.some((path) => path.startsWith('connectors/'))
      ? []
      : formatMoved('is bound', earlier.bindings, later.bindings)),
  ];
}

// An observed value is not set at creation either, and only a webhook starts without a schedule.
function checkMade(
  { ownership }: OwnedApply,
  { name, status, webhookIdentifier }: DumpedCycle,
): string[] {
  const { state, schedule } = ownRunning(ownership);
  const mayStart = state !== 'observed' && (schedule !== 'observed' || webhookIdentifier !== null);
  return mayStart || status !== 'Active' ? [] : [`${name} was started when it was made`];
}

// A schedule is never invented: a running cycle keeps its own, a new one stays paused, and a
// stopped one may restart with its own.
function checkSchedule({ earlier, later }: Sides, isKnown: boolean): string[] {
  if (later.status !== 'Active') return [];
  const [was, is] = [earlier, later].map(({ activation }) =>
    activation === null ? null : [activation.intervalMinutes, activation.runOnce],
  );
  if (was === null && earlier.status !== 'Active') {
    return later.webhookIdentifier === null ? ['was started, and nobody has said when'] : [];
  }
  return isKnown ? formatMoved('runs', was, is) : [];
}

function formatMoved(what: string, was: unknown, is: unknown): string[] {
  const [earlier, later] = [JSON.stringify(was), JSON.stringify(is)];
  return earlier === later ? [] : [`${what} ${later} and not ${earlier}`];
}

function findCycle(account: DumpedAccount | null, { kind, remoteId }: ObjectRecord) {
  if (kind !== 'cycle') return undefined;
  return listLiving(account, new Set()).find(({ id }) => id === remoteId);
}
