import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkPlanFilePath, openSavedPlan } from '../../../src/app/run/open-text-file.ts';
import { formatPlan } from '../../../src/engine/plan/format-plan.ts';
import { makePlanCounter } from '../../../src/engine/run/planning/make-plan-counter.ts';
import { runPlan } from '../../../src/features/sync/plan-command.ts';
import { noChoices } from '../../../src/model/plan/plan.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { copyExample } from '../../support/run-cyclectl.ts';
import { openRecordedContext, optionsFor } from '../../support/run-in-process.ts';
import { planSigner } from '../../support/values/make-plan.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cyclectl-test-'));
  closeAfterFile(() => rm(folder, { recursive: true, force: true }));
});

// In a process of its own, because other tests of this one may have folders too.
it('waits for the end of the process only while it has a folder to remove, and once', async () => {
  const source = new URL('../../../src/app/run/open-text-file.ts', import.meta.url);
  const script = `
    const { openTextFile } = await import('${source}');
    const counts = [];
    const count = () => counts.push(process.listenerCount('exit'));
    count();
    await openTextFile('${join(folder, 'named.json')}');
    count();
    const files = [await openTextFile(null), await openTextFile(null)];
    count();
    for (const { remove } of files) {
      await remove();
      count();
    }
    console.log(JSON.stringify(counts.map((each) => each - counts[0])));`;
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', script]);
  expect(JSON.parse(stdout)).toEqual([0, 0, 1, 1, 0]);
});

it('lets a plan be written over a plan, over nothing and to a device', async () => {
  const plan = join(folder, 'plan.json');
  const head = {
    target: { environment: 'local', service: 'emulator', address: 'world.yaml' },
    options: noChoices,
    envelope: { createdAt: '2026-11-21T10:00:00Z', tool: 'cyclectl 0.1.0' },
  } as const;
  const none = (async function* () {})();
  await writeFile(plan, formatPlan({ ...head, signer: planSigner }, none, makePlanCounter(0)));
  await writeFile(join(folder, 'empty'), '');
  for (const path of [plan, join(folder, 'empty'), join(folder, 'new.json'), '/dev/full']) {
    await checkPlanFilePath(path);
  }
});

it('keeps a plan from being written over a manifest, before the service is asked', async () => {
  const { directory } = await copyExample('quickstart');
  const out = join(directory, 'accounts/contoso.yaml');
  const before = await readFile(out, 'utf8');
  const plan = runPlan(openRecordedContext().context, { ...optionsFor(directory), out });
  await expect(plan).rejects.toMatchObject({
    name: 'OperationalError',
    message: expect.stringMatching(/contoso\.yaml exists already and is not a plan$/),
  });
  expect(await readFile(out, 'utf8')).toBe(before);
});

describe('the copy of a saved plan', () => {
  it('stays as it was checked, whatever becomes of the file', async () => {
    const path = join(folder, 'checked.json');
    await writeFile(path, '{\n"envelope":{}\n}\n');
    const { file, remove } = await openSavedPlan(path);
    await writeFile(path, '{\n"envelope":{"createdAt":"later"}\n}\n');
    const lines: string[] = [];
    for await (const line of file.lines()) lines.push(line);
    expect(lines).toEqual(['{', '"envelope":{}', '}']);
    await remove();
  });

  it('takes no more than the beginning of what is no plan, and reads nothing that has no end', async () => {
    const { file, remove } = await openSavedPlan('/dev/zero');
    let length = 0;
    for await (const line of file.lines()) length += line.length;
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(1_000_000);
    await remove();
    await expect(openSavedPlan(join(folder, 'none.json'))).rejects.toThrow(
      'none.json: the file does not exist',
    );
  });
});
