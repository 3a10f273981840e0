import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Emulator } from '../../src/emulator/emulator.ts';
import type { DriftItem } from '../../src/model/plan/plan.ts';
import { clearSpares } from './clear-spares.ts';
import { editFleet } from './edit-by-hand.ts';
import { type FleetProject, openFleetProject, openFleetService } from './fleet-project.ts';
import { countFeatures } from './make/features.ts';
import { type Fleet, makeFleet } from './make/make-fleet.ts';
import { signInAgain } from './make/sign-in-again.ts';
import { writeSchedules } from './make/write-schedules.ts';
import { explainDifferences } from './not-carried.ts';
import { comparePortraits, writeDifference } from './portrait/compare-portraits.ts';
import { drawPortrait, type Portrait } from './portrait/portrait.ts';
import { provideSecrets } from './provide-secrets.ts';
import { requestRuns } from './request-runs.ts';

// FLEET_ACCOUNTS is how many; each has three cycles on average. FLEET_SEED is what they are drawn by: with
// this one the few accounts of the suite have all that there is.
const accounts = Number(process.env.FLEET_ACCOUNTS ?? 10);
const seed = Number(process.env.FLEET_SEED ?? 20);
const timeoutMs = 60_000 + accounts * 2000;

describe('a fleet that was created in the console', () => {
  let made: Emulator;
  let rebuilt: Emulator;
  let fleet: Fleet;
  let before: Portrait;
  let project: FleetProject;
  let files: ReadonlyMap<string, string>;
  let secrets: Readonly<Record<string, string>>;

  beforeAll(async () => {
    made = await openFleetService(11, { scheduleReadable: 'yes' });
    fleet = await makeFleet(made, { accounts, seed });
    before = await drawPortrait(made);
    project = await openFleetProject(made);
  }, timeoutMs);

  it('has each feature that the emulator has', () => {
    const missing = [...countFeatures(before)].filter(([, count]) => count === 0);
    expect(missing).toEqual([]);
  });

  it(
    'is exported without a write, and what was exported plans as empty',
    async () => {
      const asked = made.requests().length;
      const exported = await project.run({}, 'export', '--all');
      expect(exported.stdout).toContain(`${accounts} accounts written.`);
      files = await project.readFiles();
      expect(listManifests(files).length).toBe(accounts);
      secrets = provideSecrets(listManifests(files), fleet, before);
      // Without the secrets export has planned it itself.
      const plan = await project.run(secrets, 'plan', '--exit-code');
      expect(plan.exitCode, plan.stdout).toBe(0);
      expect(plan.stdout).toContain('No changes.');
      const writes = made.requests().slice(asked).filter(isWrite);
      expect(writes).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'is rebuilt elsewhere from the files alone, and holds the same but for what cannot be carried',
    async () => {
      rebuilt = await openFleetService(77, { scheduleReadable: 'yes' });
      const elsewhere = await openFleetProject(rebuilt, files);
      await elsewhere.run(secrets, 'apply', '--yes');
      // What the files say of no sign-in is for people, and their cycles start then.
      expect(await signInAgain(rebuilt, before, fleet)).toBeGreaterThan(0);
      const again = await elsewhere.run(secrets, 'apply', '--yes');
      expect(again.exitCode, again.stdout).toBe(0);
      // Single runs are no state: the files name the commands that request them.
      expect(await requestRuns(elsewhere, listManifests(files))).toBeGreaterThan(0);
      expect(await clearSpares(rebuilt, before)).toBeGreaterThan(0);
      const differences = comparePortraits(before, await drawPortrait(rebuilt));
      const { unexplained, met } = explainDifferences(differences, before);
      expect(unexplained.map(writeDifference)).toEqual([]);
      expect([...met].filter(([, count]) => count === 0)).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'is exported from there again to the same bytes',
    () => expectSameExport(rebuilt, files),
    timeoutMs,
  );

  it(
    'is drift, member by member, where it is edited by hand after it was brought in',
    async () => {
      const applied = await project.run(secrets, 'apply', '--yes');
      expect(applied.exitCode, applied.stdout).toBe(0);
      const clean = await readDrift(project, secrets);
      expect([...clean.moved]).toEqual([]);
      const asked = made.requests().length;
      await readDrift(project, secrets);
      const cost = made.requests().length - asked;
      const { moved, rows } = await editFleet(made, Math.max(20, Math.ceil(accounts / 5)));
      const since = made.requests().length;
      const found = await readDrift(project, secrets);
      // An export with a value that is not proven yet is read by its parts too.
      expect(made.requests().length - since).toBeLessThan(cost * 1.1);
      expect(new Map([...found.moved].sort())).toEqual(new Map([...moved].sort()));
      expect(found.unmanaged).toBeGreaterThan(0);
      expect(rows.size).toBeGreaterThan(14);
    },
    timeoutMs,
  );
});

describe('a fleet on a service that does not show when cycles run', () => {
  it(
    'is rebuilt once a person has written when they do, and is exported from there to the same bytes',
    async () => {
      const made = await openFleetService(11);
      const fleet = await makeFleet(made, { accounts: Math.ceil(accounts / 5), seed });
      const before = await drawPortrait(made);
      const project = await openFleetProject(made);
      await project.run({}, 'export', '--all');
      const files = await project.readFiles();
      const silent = countSilent(listManifests(files));
      expect(silent).toBeGreaterThan(0);
      const secrets = provideSecrets(listManifests(files), fleet, before);
      expect(await project.run(secrets, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });

      const rebuilt = await openFleetService(77);
      const unwritten = await openFleetProject(rebuilt, files);
      const plan = await unwritten.run(secrets, 'plan');
      expect(plan.stdout.split('[schedule-missing]')).toHaveLength(silent + 1);
      const written = [...files].map(
        ([path, text]) => [path, isManifest(path) ? writeSchedules(text, made) : text] as const,
      );
      const elsewhere = await openFleetProject(rebuilt, new Map(written));
      await elsewhere.run(secrets, 'apply', '--yes');
      await signInAgain(rebuilt, before, fleet);
      const again = await elsewhere.run(secrets, 'apply', '--yes');
      expect(again.exitCode, again.stdout).toBe(0);
      await requestRuns(elsewhere, listManifests(new Map(written)));
      await clearSpares(rebuilt, before);
      const differences = comparePortraits(before, await drawPortrait(rebuilt));
      expect(explainDifferences(differences, before).unexplained.map(writeDifference)).toEqual([]);
      await expectSameExport(rebuilt, files);
    },
    timeoutMs,
  );
});

/** Exports all of a service, and compares it with what was exported of another. */
async function expectSameExport(
  service: Emulator,
  before: ReadonlyMap<string, string>,
): Promise<void> {
  const project = await openFleetProject(service);
  await project.run({}, 'export', '--all');
  const after = await project.readFiles();
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [file, text] of before) {
    // An account that had more than a manifest can say has a comment on it, and is compared without comments.
    if (text.includes('# Left out')) expect(parse(after.get(file) ?? '')).toEqual(parse(text));
    else expect(after.get(file)).toBe(text);
  }
}

/** How many differences drift has of each account, by its external id. */
async function readDrift(
  project: FleetProject,
  secrets: Readonly<Record<string, string>>,
): Promise<{ readonly moved: ReadonlyMap<string, number>; readonly unmanaged: number }> {
  const { stdout } = await project.run(secrets, 'drift', '--format', 'json');
  const report = JSON.parse(stdout) as {
    readonly accounts: readonly {
      readonly account: string;
      readonly items: readonly DriftItem[];
    }[];
  };
  const files = await project.readFiles();
  const ids = new Map(
    listManifests(files).map((text) => {
      const { metadata, spec } = parse(text);
      return [metadata.name, String(spec.id)] as const;
    }),
  );
  const items = report.accounts.flatMap((each) => each.items);
  return {
    moved: new Map(
      report.accounts
        .filter((each) => each.items.length > 0)
        .map(({ account, items: own }) => [
          ids.get(account) ?? account,
          own.reduce((sum, { parts = [] }) => sum + 1 + parts.length, 0),
        ]),
    ),
    unmanaged: items.filter(({ kind }) => kind === 'unmanaged').length,
  };
}

function isManifest(path: string): boolean {
  return path.endsWith('.yaml');
}

function listManifests(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, text]) => (isManifest(path) ? [text] : []));
}

/** How many cycles are to run, and nobody wrote when; those of webhooks need no time. */
function countSilent(manifests: readonly string[]): number {
  return manifests.join('').split('# The service does not show its schedule').length - 1;
}

function isWrite({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method !== 'GET' && path !== '/oauth/token';
}
