import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { makeTemporaryFolder } from '../store/temporary-folder.ts';
import { closeOpened } from '../support/opened.ts';
import { openRecordedContext } from '../support/run-in-process.ts';
import { makeCanary, makeLongCanary } from './register.ts';
import { searchFolder, searchProcess, searchValue, takeFindings } from './search.ts';

it('finds the output of every command at the end of a file, and then starts again', async () => {
  const canary = makeCanary('key');
  const { context } = openRecordedContext({ TOKEN: 'a token of the test' }, 'cyclectl plan');
  await context.terminal.out(JSON.stringify({ canary }));
  context.terminal.log(`Basic ${Buffer.from('u:a token of the test').toString('base64')}`);
  await closeOpened();
  expect(takeFindings()).toEqual([
    expect.stringMatching(/^key as JSON.* in stdout of cyclectl plan$/),
    'TOKEN as base64 in stderr of cyclectl plan',
  ]);
  searchValue('another file', canary);
  expect(takeFindings()).toEqual([]);
});

it('finds what a project folder keeps, the secrets themselves and the local service aside', async () => {
  const canary = makeLongCanary('key');
  const folder = makeTemporaryFolder();
  const write = (path: string, name: string) => {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, name), `before ${canary} after`);
  };
  write('secrets', 'key');
  write('.cyclectl/local/service', 'world.db');
  await searchFolder(folder);
  expect(takeFindings()).toEqual([]);

  makeLongCanary('other');
  const again = makeCanary('row');
  mkdirSync(join(folder, '.cyclectl/local'), { recursive: true });
  const database = new DatabaseSync(join(folder, '.cyclectl/local/store.db'));
  database.exec('CREATE TABLE kept (record TEXT)');
  // Longer than a page, with the secret where the first one ends.
  const record = `${'x'.repeat(4060)}${again.repeat(2)}${'x'.repeat(4096)}`;
  database.prepare('INSERT INTO kept VALUES (?)').run(record);
  database.close();
  writeFileSync(join(folder, 'plan.json'), `{"seal": "${encodeURIComponent(again)}"}`);
  await searchFolder(folder);
  expect(takeFindings()).toEqual(
    expect.arrayContaining([
      'row as URL in plan.json',
      'row as plain in the rows of .cyclectl/local/store.db',
    ]),
  );
});

it('finds what the list of processes shows of a process that runs', async () => {
  const canary = makeCanary('key');
  const child = execa('cat', ['-', canary], { reject: false });
  await searchProcess('cat', child.pid ?? 0);
  child.kill();
  await child;
  expect(takeFindings()).toEqual(['key as plain in the command line of cat']);
});
