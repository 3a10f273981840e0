import type { Choices } from '../../../src/emulator/world/choices.ts';
import { type FieldPath, parsePath } from '../../../src/model/address.ts';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import { hasContents } from '../../../src/model/observed/contents.ts';
import type { DriftItem } from '../../../src/model/plan/plan.ts';
import { type DumpedAccount, labelDumped } from '../../worlds/console/dumped.ts';
import {
  findOwner,
  type Line,
  listLines,
  listVariables,
  toAddress,
} from '../../worlds/laws/left-lines.ts';
import { listContentFacts, listFacts, toSegment } from '../../worlds/laws/live-facts.ts';
import { editUnwritten, listItemNames, toItemName } from '../../worlds/laws/member-edits.ts';
import { Program } from '../program.ts';
import { makeSeededDraw } from '../seeded-draw.ts';
import { listKeys, type Simulation } from '../simulation.ts';
import { demandNone } from './violation.ts';

/** What members were when no change of others was open, told from the service alone. */
export type LookedAt = {
  /** Values by `ACCOUNT OBJECT-ID PATH`, as of the last rest. */
  readonly base: Map<string, string>;
  /** The same keys, of which it is not known what they were. */
  readonly unknown: Set<string>;
  /** An undo of this turn wrote earlier values, and took their baseline back. */
  isUndone: boolean;
  /** How many changes in the console there had been at the last rest. */
  touches: number;
};

/** The parts of a life that the check reads. */
type Watched = Pick<
  Simulation,
  'simulated' | 'world' | 'schedule' | 'tally' | 'touched' | 'lookedAt'
>;

/** Others change members that no line of a manifest has. */
export async function editBeside(life: Simulation, seed: number): Promise<void> {
  const { simulated, lookedAt } = life;
  const draw = makeSeededDraw(seed);
  const key = draw.pick(listKeys(life));
  const [written, before] = [simulated.manifests.get(key), simulated.find(key)];
  if (written === undefined || before === null) return;
  const lines = new Set(listLines(written).map((line) => toAddress(written, line)));
  const made = await editUnwritten(simulated, draw, { key, account: before, lines });
  const now = simulated.find(key);
  const read = (account: DumpedAccount) => readMembers(account, simulated.choices);
  const [was, is] = [read(before), now === null ? new Map() : read(now)];
  for (const [name, value] of is) {
    // An object without a baseline gets it from an apply that may come before or after this.
    if (value !== was.get(name) && !lookedAt.base.has(`${key} ${name}`))
      lookedAt.unknown.add(`${key} ${name}`);
  }
  life.note(`  beside the manifest: ${made.join(', ')}`);
  for (const row of made) life.tally.count(`law 14: ${row}`);
}

/**
 * Without the store nothing is known of earlier changes, and an account that is created again has a
 * baseline of its own; of one account, or of all.
 */
export function forgetBaselines({ lookedAt: { base, unknown } }: Simulation, key = ''): void {
  for (const at of [...base.keys(), ...unknown]) {
    if (!at.startsWith(key === '' ? '' : `${key} `)) continue;
    base.delete(at);
    unknown.delete(at);
  }
}

/** Law 14: at rest, drift reports each change of others to a member that no line has, and no other. */
export async function checkLookedAt(life: Watched): Promise<void> {
  const { simulated, lookedAt, tally } = life;
  const drift = await new Program(simulated).drift();
  for (const [key, written] of simulated.manifests) {
    const found = drift.find(({ account }) => account === key);
    const live = simulated.find(key);
    if (found?.kind !== 'read' || live === null) continue;
    const managed = new Set(found.items.filter(({ kind }) => kind !== 'unmanaged').map(toItemName));
    const reported = new Set(
      found.items.filter(({ kind }) => kind === 'unmanaged').flatMap(listItemNames),
    );
    const expected = await listExpected(life, { key, written, live, managed });
    const compared = new Set(expected.keys());
    const wrong = [...expected].flatMap(([name, isMoved]) =>
      isMoved === reported.has(name)
        ? []
        : [`${name} ${isMoved ? 'not reported' : 'reported'}: ${formatItem(found.items, name)}`],
    );
    demandNone('law 14', 'looked at', wrong);
    for (const name of reported) if (compared.has(name)) tally.count('law 14: reported at rest');
  }
  lookedAt.isUndone = false;
  lookedAt.touches = life.touched.length;
}

function formatItem(items: readonly DriftItem[], name: string): string {
  const item = items.find((each) => toItemName(each) === name);
  return JSON.stringify([item?.before, item?.now]);
}

type Account = {
  readonly key: string;
  readonly written: WrittenAccount;
  readonly live: DumpedAccount;
  /** Names of drifted lines. */
  readonly managed: ReadonlySet<string>;
};

/** Whether each member that can be judged has moved, by its address. */
async function listExpected(
  life: Watched,
  { key, written, live, managed }: Account,
): Promise<ReadonlyMap<string, boolean>> {
  const { simulated, touched, schedule } = life;
  const { base, unknown, isUndone, touches } = life.lookedAt;
  const { objects } = await simulated.store.readState(key);
  const lines = new Set(listLines(written).map((line) => toAddress(written, line)));
  const lacking = listLacking(written, simulated.secrets);
  const hidden = schedule.turns.some(({ isOtherKey }) => isOtherKey);
  const facts = readMembers(live, simulated.choices);
  const slots = listSlots(life, live);
  const hasTouches = touched.length > touches;
  const expected = new Map<string, boolean>();
  const present = new Set<string>();
  for (const record of objects.values()) {
    const { kind, remoteId, address, baseline } = record;
    if (baseline === undefined) continue;
    const id = kind === 'account' ? '' : remoteId;
    // Of a cycle that was looked at whole, all that was not there had no value.
    const isWhole = base.has(`${key} ${id} steps`);
    for (const [name, value] of facts) {
      if (!name.startsWith(`${id} `)) continue;
      const path = name.slice(id.length + 1);
      if (hidden && /^properties\/|url$|^steps\/[^/]+\/(?:parameters|fields)\//.test(path))
        continue;
      // The fingerprint of a variable that had a secret is one of that key, too.
      const isPrinted = baseline[path as FieldPath]?.kind === 'secret';
      if (hidden && isPrinted && path.startsWith('variables/')) continue;
      if (isInside(path) && !hasContents(record)) continue;
      const at = `${key} ${name}`;
      present.add(at);
      // A replaced cycle keeps its baseline, for when Git names its origin again.
      if (address.includes('~')) continue;
      const slot = slots.get(name) ?? path;
      const place = lines.has(`${address}/${slot}`) ? slot : path;
      const line: Line = {
        within: address.split('/').slice(1),
        names: parsePath(place as FieldPath),
        value: null,
      };
      const own = `${address}/${place}`;
      if (findOwner(written, line, simulated.today) !== 'managed') unknown.add(at);
      else if (lines.has(own) && managed.has(own)) {
        // A line that lacks its secret after a lost store was never applied, and is no baseline.
        if (!base.has(at)) unknown.add(at);
      } else if (lines.has(own) && !lacking.has(own)) {
        base.set(at, value);
        unknown.delete(at);
      } else if (isUndone) {
        unknown.add(at);
      } else if (!unknown.has(at)) {
        // What a hand changed before the first look may be in the baseline or not.
        if (!base.has(at) && hasTouches && !(isWhole && isInside(path))) {
          unknown.add(at);
          continue;
        }
        if (!base.has(at)) base.set(at, isWhole && isInside(path) ? '' : value);
        // A line that lacks its secret is not compared, so that it moves no baseline.
        if (!lacking.has(own)) expected.set(`${address}/${path}`, base.get(at) !== value);
      }
    }
  }
  for (const at of [...base.keys(), ...unknown])
    if (at.startsWith(`${key} `) && !present.has(at)) {
      base.delete(at);
      unknown.delete(at);
    }
  return expected;
}

// Addresses of the lines whose own secret has no value.
function listLacking(
  written: WrittenAccount,
  secrets: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const lacks = ({ value }: Line) => listVariables(value).some((name) => !secrets.has(name));
  return new Set(
    listLines(written)
      .filter(lacks)
      .map((line) => toAddress(written, line)),
  );
}

// The slot of each step by the member that is its connector: a line of a slot manages it.
function listSlots(
  { simulated, world: { templates = [] } }: Watched,
  { cycles }: DumpedAccount,
): ReadonlyMap<string, string> {
  return new Map(
    cycles.flatMap((cycle) => {
      const { id, steps, templateId } = cycle;
      const template = templates.find(({ name }) => simulated.templates.get(name) === templateId);
      return [...labelDumped(cycle)].flatMap(([label, step]): [string, string][] => {
        const slot = template?.steps[steps.indexOf(step)]?.connector;
        if (slot === undefined) return [];
        return [[`${id} steps/${toSegment(label)}/connector`, `connectors/${toSegment(slot)}`]];
      });
    }),
  );
}

function isInside(path: string): boolean {
  return /^(?:steps|edges|variables)(?:\/|$)/.test(path);
}

const compared =
  /^(?:description|timezone|auditInfo|taskAuditInfo|retention\/.*|errorWebhook\/.*|properties\/.*|tags|errorAction|collectionSplit|logRequests|shareable)$/;

// As the service shows them, without the tag of ours, and without names, which are managed where no
// line has them.
function readMembers(
  account: DumpedAccount,
  choices: Partial<Choices>,
): ReadonlyMap<string, string> {
  const shown = {
    ...account,
    connectors: account.connectors.map((connector) => ({
      ...connector,
      properties: connector.properties.map((property) => ({
        ...property,
        value: toShownProperty(property.value, choices),
      })),
    })),
    cycles: account.cycles.map((cycle) => ({
      ...cycle,
      tags: cycle.tags.filter((tag) => !tag.startsWith('cyclectl:')),
    })),
  };
  return new Map([
    ...[...listFacts(shown)].filter(([name]) => compared.test(name.slice(name.indexOf(' ') + 1))),
    ...listContentFacts(account),
  ]);
}

/** The value of a property as a read shows it; a dump has the fingerprint of a sensitive one. */
export function toShownProperty(
  value: string | null,
  { sensitivePropertyOnRead }: Partial<Choices>,
): string | null {
  const isSensitive = value !== null && /^sha256:[0-9a-f]{12}$/.test(value);
  return isSensitive && sensitivePropertyOnRead === 'masked' ? '********' : value;
}
