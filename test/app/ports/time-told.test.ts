import { execa } from 'execa';
import { expect, it } from 'vitest';
import { plan } from '../../../src/index.ts';
import { openLibrary } from '../../api/open-library.ts';
import { copyExample, programPath } from '../../support/run-cyclectl.ts';

const commands = ['plan', 'drift', 'status'];

it.each(commands)('the time of %s begins with its process', async (command) => {
  const { directory, environment } = await copyExample('quickstart');
  // An hour goes by before the program is loaded.
  const hourMs = 3_600_000;
  const wait = `const now = performance.now.bind(performance);
    performance.now = () => now() + ${hourMs};`;
  const words = [programPath, '-C', directory, command, '--format', 'json'];
  const { stdout } = await execa(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(wait)}`, ...words],
    { env: environment, extendEnv: false, reject: false },
  );
  expect(JSON.parse(stdout).run.cost.durationMs).toBeGreaterThan(hourMs);
});

it('the time of a call of the library begins with the call', async () => {
  const library = await openLibrary(await copyExample('quickstart'));
  const before = performance.now();
  const { report } = await plan(library);
  const tookMs = performance.now() - before;
  if (report.kind !== 'plan') throw new Error('The plan was refused');
  expect(report.run.cost.durationMs).toBeGreaterThan(0);
  expect(report.run.cost.durationMs).toBeLessThan(tookMs);
});
