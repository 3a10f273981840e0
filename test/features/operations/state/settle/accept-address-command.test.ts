import { fetch } from 'undici';
import { expect, it } from 'vitest';
import { openEmulator } from '../../../../../src/emulator/emulator.ts';
import { closeAfterFile } from '../../../../support/opened.ts';
import { openRemoteProject, readProjectFile } from '../../../../support/run-cyclectl.ts';
import { runInProcess, startInProcess } from '../../../../support/run-in-process.ts';

it('the first apply records an address, and another one gets no request until a person accepts it', async () => {
  const project = await openRemoteProject();
  const run = async (...args: readonly string[]) => {
    const { exitCode, stdout, stderr } = await runInProcess(project, ...args);
    return { exitCode, text: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ') };
  };
  expect((await run('state', 'accept-address')).text).toContain('State has no address yet');
  expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0 });
  expect((await run('state', 'accept-address')).text).toContain('State has this address already');

  const { listen, close } = await openEmulator({
    world: await readProjectFile(project, 'world.yaml'),
    control: true,
  });
  closeAfterFile(close);
  const [was, is] = [
    (await readProjectFile(project, 'cyclectl.yaml')).match(/http:\S+/)?.[0],
    (await listen()).url,
  ];
  await project.edit('cyclectl.yaml', `${was}`, is);
  for (const args of [
    ['plan'],
    ['drift'],
    ['verify'],
    ['apply', '--yes'],
    ['resume'],
    ['catalog', 'templates'],
    ['state', 'show', 'northwind', '--live'],
  ]) {
    const refused = await run(...args);
    expect(refused, args.join(' ')).toMatchObject({ exitCode: 1 });
    expect(refused.text).toMatch(/cyclectl\.yaml:\d+:\d+: .*\[address-changed\]/);
    expect(refused.text).toContain(`was ${was} and is ${is}`);
  }
  expect(await (await fetch(`${is}/__control/requests`)).json()).toEqual([]);
  const data = JSON.parse((await runInProcess(project, 'plan', '--format', 'json')).stdout);
  expect(data.run.diagnostics).toMatchObject([
    { code: 'address-changed', at: { file: 'cyclectl.yaml' } },
  ]);

  const asked = await run('state', 'accept-address');
  expect(asked).toMatchObject({ exitCode: 1 });
  expect(asked.text).toContain('not-confirmed');
  expect(await run('plan')).toMatchObject({ exitCode: 1 });
  expect(await run('state', 'accept-address', '--yes')).toMatchObject({ exitCode: 0 });
  expect((await run('history')).text).toContain('accept-address done');
  expect((await startInProcess(project, 'plan').ended).stderr).not.toContain('address-changed');
  expect((await run('resume')).text).not.toContain('no apply but');
});
