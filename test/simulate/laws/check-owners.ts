import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import type { AccountState, ObjectRecord } from '../../../src/model/state/account-state.ts';
import type { DumpedAccount } from '../../worlds/console/dumped.ts';
import {
  findOwner,
  formatLine,
  isLeft,
  type Line,
  listLines,
  mayBeLeft,
  toAddress,
  withoutLines,
} from '../../worlds/laws/left-lines.ts';
import { readLine } from '../../worlds/laws/read-line.ts';
import type { Evidence, Simulation } from '../simulation.ts';
import type { Places } from './hide-unverified.ts';

type Part = { readonly written: WrittenAccount; readonly state: AccountState };

/**
 * The manifest without the lines that an apply leaves as they are. A seeded line of an object that is
 * new in this turn counts, until a person changes it or the manifests. It is sent once, even if the
 * service takes another value.
 */
export function selectManaged(
  { simulated, touched }: Simulation,
  seen: Evidence,
  { written, state }: Part,
): WrittenAccount {
  const existing = listExisting(written, [seen.allowed[0] ?? [], seen.edited]);
  const own = new Set([...touched.slice(seen.touchedBefore), ...seen.notKept]);
  const isSeed = (line: Line): boolean => {
    const id = findId(line, { written, state });
    const isTaken = !own.has(toAddress(written, line)) && !own.has(written.metadata.name);
    const isNew = id !== null && !existing.has(id) && isTaken;
    return isNew && findOwner(written, line, simulated.today) === 'seeded';
  };
  return withoutLines(
    written,
    (line) =>
      (isLeft(written, line, simulated) && !isSeed(line)) || mayBeLeft(written, line, simulated),
  );
}

/**
 * Lines of objects from before the turn that are left to others, or lack a secret, and that changed.
 * An undo writes no secret.
 */
export function listOverwritten(
  { simulated, schedule, tally }: Simulation,
  seen: Evidence,
  sides: Part &
    Readonly<Record<'before' | 'after', DumpedAccount | null>> & { readonly isPartial: boolean },
): string[] {
  const { written, before, after } = sides;
  if (before === null || after === null) return [];
  const existing = listExisting(written, [seen.allowed[0] ?? []]);
  return listLines(written).flatMap((line) => {
    const id = findId(line, sides);
    const owner = findOwner(written, line, simulated.today);
    const isOurs = sides.isPartial ? owner === 'managed' : !isLeft(written, line, simulated);
    if (id === null || !existing.has(id) || isOurs) return [];
    // A creation may not have been able to write it, and a later value can be written.
    if (schedule.isDocumented && isOwed(line, sides)) return [];
    const [was, is] = [readLine(before, line, id), readLine(after, line, id)];
    if (was === null || is === null) return [];
    tally.count(`owners: a line is left, ${owner === 'managed' ? 'without a secret' : owner}`);
    return was === is ? [] : [`${formatLine(line)} was ${was} and is ${is}`];
  });
}

/** Lines that an apply wrote, or found as they are to be, each with the object that has it. */
export function listSettled(written: WrittenAccount, state: AccountState): ReadonlySet<string> {
  return new Set(listLines(written).map((line) => toPlace(line, { written, state })));
}

/** The address of a line and the id of the object that has it. */
export function toPlace(line: Line, part: Part): string {
  return `${toAddress(part.written, line)} ${findId(line, part)}`;
}

/** The lines of cycles that are left to others, and that a console user changed in this turn. */
export function listTouchedLeft(life: Simulation, { touchedBefore }: Evidence): Promise<Places> {
  const own = new Set(life.touched.slice(touchedBefore));
  return listManifestLines(
    life,
    (line, written) => own.has(toAddress(written, line)) && isLeft(written, line, life.simulated),
  );
}

/** Names of lines by the id of the object that has them. */
export async function listManifestLines(
  { simulated }: Simulation,
  isCounted: (line: Line, written: WrittenAccount) => boolean = () => true,
): Promise<Places> {
  const found = new Map<string, (readonly string[])[]>();
  for (const [key, written] of simulated.manifests) {
    const state = await simulated.store.readState(key);
    for (const line of listLines(written)) {
      if (!isCounted(line, written)) continue;
      const id = findId(line, { written, state }) ?? '';
      found.set(id, [...(found.get(id) ?? []), line.names]);
    }
  }
  return found;
}

function listExisting(
  { spec }: WrittenAccount,
  dumps: readonly (readonly DumpedAccount[])[],
): ReadonlySet<string> {
  const accounts = dumps.flat().filter(({ externalId }) => externalId === spec.id);
  return new Set(
    accounts.flatMap(({ connectors, cycles }) => [
      ofAccount,
      ...[...connectors, ...cycles].map(({ id }) => String(id)),
    ]),
  );
}

const ofAccount = 'account';

function isOwed(line: Line, part: Part): boolean {
  const path = formatLine({ within: [], names: line.names });
  return findRecord(line, part)?.owed?.some((each) => each === path) === true;
}

function findId(line: Line, part: Part): string | null {
  if (line.within.length === 0) return ofAccount;
  const record = findRecord(line, part);
  return record === undefined ? null : String(record.remoteId);
}

function findRecord({ within }: Line, { written, state }: Part): ObjectRecord | undefined {
  const address = [written.metadata.name, ...within].join('/');
  return [...state.objects.values()].find((each) => each.address === address);
}
