import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Emulator } from '../../src/emulator/emulator.ts';
import { clearSpares } from './clear-spares.ts';
import { comparePortraits, writeDifference } from './compare-portraits.ts';
import { countFeatures } from './features.ts';
import { type FleetProject, openFleetProject, openFleetService } from './fleet-project.ts';
import { type Fleet, makeFleet } from './make-fleet.ts';
import { explainDifferences } from './not-carried.ts';
import { drawPortrait, type Portrait } from './portrait.ts';
import { provideSecrets } from './provide-secrets.ts';
import { signInByHand } from './sign-in-by-hand.ts';

// FLEET_ACCOUNTS is how many; each has three cycles on average. FLEET_SEED is what they are drawn by: with
// this one the few accounts of the suite have all that there is.
const accounts = Number(process.env.FLEET_ACCOUNTS ?? 12);
const seed = Number(process.env.FLEET_SEED ?? 5);
const timeoutMs = 60_000 + accounts * 2000;

describe('a fleet that people made by hand', () => {
  let made: Emulator;
  let rebuilt: Emulator;
  let fleet: Fleet;
  let before: Portrait;
  let project: FleetProject;
  let manifests: ReadonlyMap<string, string>;
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
      manifests = await project.readManifests();
      expect(manifests.size).toBe(accounts);
      secrets = provideSecrets([...manifests.values()], fleet, before);
      for (const provided of [{}, secrets]) {
        const plan = await project.run(provided, 'plan', '--exit-code');
        expect(plan.exitCode, plan.stdout).toBe(0);
        expect(plan.stdout).toContain('No changes.');
      }
      const writes = made.requests().slice(asked).filter(isWrite);
      expect(writes).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'is rebuilt elsewhere from the files alone, and holds the same but for what cannot be carried',
    async () => {
      rebuilt = await openFleetService(77, { scheduleReadable: 'yes' });
      const elsewhere = await openFleetProject(rebuilt, manifests);
      await elsewhere.run(secrets, 'apply', '--yes');
      // What the files say of no sign-in is for people, and their cycles start then.
      expect(await signInByHand(rebuilt, before, fleet)).toBeGreaterThan(0);
      const again = await elsewhere.run(secrets, 'apply', '--yes');
      expect(again.exitCode, again.stdout).toBe(0);
      const plan = await elsewhere.run(secrets, 'plan', '--exit-code');
      expect(plan.exitCode, plan.stdout).toBe(0);
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
    async () => {
      const elsewhere = await openFleetProject(rebuilt);
      await elsewhere.run({}, 'export', '--all');
      const again = await elsewhere.readManifests();
      expect([...again.keys()]).toEqual([...manifests.keys()]);
      for (const [file, text] of manifests) {
        // The account of a cycle that no file carries has a comment on it.
        const isWhole = !text.includes('# Left out');
        const [then, now] = [text, again.get(file) ?? ''];
        if (isWhole) expect(now).toBe(then);
        else expect(parse(now)).toEqual(parse(then));
      }
    },
    timeoutMs,
  );
});

function isWrite({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method !== 'GET' && path !== '/oauth/token';
}
