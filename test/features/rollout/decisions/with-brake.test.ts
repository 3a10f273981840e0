import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readProjectFile } from '../../../support/run-cyclectl.ts';
import { blueprint, fleet, RolloutProject, table, waves } from '../rollout-project.ts';

const slowTestMs = 120_000;

let at: RolloutProject;

beforeAll(async () => {
  at = await RolloutProject.open();
  await at.edit(fleet, /$/, waves);
});

/** Projects in which no account can be planned, each with the file that is wrong, and its text; null: none. */
const broken = [
  ['a blueprint that is no YAML', blueprint, () => 'kind: [\n'],
  ['a fleet without its file', fleet, () => null],
  ['a table without rows', table, (text: string) => `${text.split('\n')[0]}\n`],
] as const;

describe('the brakes of a rollout', () => {
  it.each(broken)(
    'need the project file and the store alone: %s',
    async (_, file, change) => {
      const whole = (await readProjectFile(at.project, file)) ?? '';
      const spoil = async () => {
        const text = change(whole);
        if (text === null) await rm(join(at.project.directory, file));
        else await at.project.write(file, text);
      };
      const repair = () => at.project.write(file, whole);
      const say = async (...words: readonly string[]) => {
        const { exitCode, text } = await at.run('rollout', ...words);
        return `${exitCode}: ${text}`;
      };
      const name = (await readProjectFile(at.project, blueprint))?.match(/displayName: (.*)/)?.[1];
      expect((await at.openRename(name ?? '', `${name} again`)).exitCode).toBe(0);

      await spoil();
      expect(await say('continue', 'customers')).toMatch(/^1: /);
      expect(await say('pause', 'customers', '--reason', 'late')).toMatch(/^0: .*Paused the roll/);
      expect(await say('pause', 'customers', '--reason', 'late')).toMatch(/^0: .*paused before/);
      await repair();
      expect((await at.readStatus()).rollout).toMatchObject({ state: 'paused' });
      expect(await say('resume', 'customers')).toMatch(/^0: /);
      expect(await say('continue', 'customers', '--exit-code')).toMatch(/^2: /);

      await spoil();
      const json = ['--format', 'json'];
      const stopped = await at.run('rollout', 'stop', 'customers', '--reason', 'slow', ...json);
      expect(JSON.parse(stopped.stdout)).toMatchObject({
        kind: 'rollout',
        fleets: [{ fleet: 'customers', rollout: { state: 'stopped', admitted: 1 } }],
      });
      expect(await say('stop', 'customers', '--reason', 'slow')).toMatch(/^0: .*No rollout of the/);
      await repair();
      expect(await say('continue', 'customers', '--exit-code')).toMatch(/^3: /);
      expect((await at.readStatus()).rollout).toMatchObject({ state: 'stopped', admitted: 1 });
    },
    slowTestMs,
  );

  it('name the rollouts that they can stop where the store does not know the fleet', async () => {
    const words = ['stop', 'custmers', '--reason', 'slow'];
    expect((await at.run('rollout', ...words)).text).toMatch(
      /store of local has no fleet custmers.*Nearest names: "customers"\. No rollout is open/,
    );
    expect((await at.run('rollout', 'open', 'customers', '--yes')).exitCode).toBe(0);
    await rm(join(at.project.directory, fleet));
    for (const verb of ['stop', 'pause'])
      expect(await at.run('rollout', verb, 'partners', '--reason', 'slow')).toMatchObject({
        exitCode: 1,
        text: expect.stringMatching(/no fleet partners.*can be stopped: customers \(open\)\./),
      });
    for (const words of [[], ['customers']])
      expect(await at.run('rollout', 'status', ...words)).toMatchObject({
        exitCode: 0,
        text: expect.stringMatching(
          /customers Not in the project\. .*rollout stop customers .*--reason TEXT Rollout: \S+, [0-9a-f]{8}, open/,
        ),
      });
    const { stdout } = await at.run('rollout', 'status', '--format', 'json');
    expect(JSON.parse(stdout).fleets).toMatchObject([
      { fleet: 'customers', rollout: { state: 'open' } },
    ]);
  });
});
