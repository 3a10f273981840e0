import { runDrift } from '../../../../src/engine/run/run-drift.ts';
import type { DriftItem } from '../../../../src/model/plan/plan.ts';
import type { DriftAccount } from '../../../../src/model/report/report.ts';
import { findDumped } from '../../console/dumped.ts';
import { byExports, noNotes } from '../../drift-parts.ts';
import type { TestFixture } from '../../fixture.ts';
import { listItemNames } from '../member-edits.ts';
import { listMoved, type Moves } from './list-moved.ts';
import { listMemberFacts, type MemberFacts, noFacts } from './member-facts.ts';

/** Accounts by key, with the id of each. */
export type Watched = {
  readonly fixture: TestFixture;
  readonly accounts: ReadonlyMap<string, string>;
  /** Drift reads cycles by exports that are proven, as it does of many accounts. */
  readonly isByExport: boolean;
};

/** Accounts as they were before others worked in them. */
export type FirstLook = Watched & {
  readonly facts: ReadonlyMap<string, MemberFacts>;
  /** Addresses that drift had already. */
  readonly known: ReadonlySet<string>;
};

/** What drift reported wrongly; each list is empty. */
export type Mistaken = {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly twice: readonly string[];
};

/** Looks at accounts before others work in them. */
export async function lookFirst(watched: Watched): Promise<FirstLook> {
  const known = new Set((await listItems(watched)).flatMap(listItemNames));
  return { ...watched, known, facts: readFacts(watched) };
}

/** Compares drift with what others have done since the first look. `also` is what a front shows. */
export async function lookAgain(
  first: FirstLook,
  moves: Pick<Moves, 'met'> & { readonly also: ReadonlySet<string> },
): Promise<Mistaken & { readonly moved: readonly string[] }> {
  const { fixture, accounts, known, facts } = first;
  const after = readFacts(first);
  const { scheduleReadable } = fixture.emulator.control.dump().choices;
  const hidden = scheduleReadable === 'yes' ? '' : 'schedule';
  const all = await Promise.all(
    [...accounts.keys()].map(async (key) => {
      const { objects } = await fixture.store.readState(key);
      const sides = { before: facts.get(key) ?? noFacts, after: after.get(key) ?? noFacts };
      return listMoved([...objects.values()], { met: moves.met, hidden, ...sides });
    }),
  );
  const isJudged = (name: string) => !known.has(name) && !all.some(({ either }) => either(name));
  const moved = [...all.flatMap((each) => [...each.moved]), ...moves.also].filter(isJudged);
  const found = (await listItems(first)).flatMap(listItemNames).filter(isJudged);
  return {
    moved,
    missing: moved.filter((name) => !found.includes(name)),
    extra: found.filter((name) => !moved.includes(name)),
    twice: found.filter((name, at) => found.indexOf(name) !== at),
  };
}

/** What drift finds in all accounts; each must be read. */
export async function listItems(watched: Watched): Promise<readonly DriftItem[]> {
  return (await readDrift(watched)).flatMap((each) => {
    if (each.kind === 'read') return each.items;
    throw new Error(`${each.account} is not read: ${JSON.stringify(each.diagnostics)}`);
  });
}

/** Counts objects that have no baseline. */
export async function countWithoutBaseline(watched: Watched): Promise<number> {
  const all = await readDrift(watched);
  return all.reduce(
    (sum, each) => sum + (each.kind === 'read' ? (each.withoutBaseline ?? 0) : 0),
    0,
  );
}

async function readDrift({ fixture, isByExport }: Watched): Promise<readonly DriftAccount[]> {
  const { run } = await fixture.open();
  return Array.fromAsync(runDrift(run, noNotes, { exports: isByExport ? byExports() : null }));
}

function readFacts({ fixture, accounts }: Watched): ReadonlyMap<string, MemberFacts> {
  const { templates } = fixture.emulator.control.dump();
  return new Map(
    [...accounts].flatMap(([key, id]): [string, MemberFacts][] => {
      const dumped = findDumped(fixture.emulator, id);
      return dumped === null ? [] : [[key, listMemberFacts(dumped, templates)]];
    }),
  );
}
