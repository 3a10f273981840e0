import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { expect, it, onTestFinished, vi } from 'vitest';

import { loadSqlite } from '../../src/kit/load-sqlite.ts';

const notice = 'SQLite is an experimental feature and might change at any time';

it('drops the warning of the module alone, and only while it is loaded', () => {
  const heard: string[] = [];
  const listen = (warning: Error) => heard.push(warning.message);
  const emit = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => {
    listen(new Error(String(warning)));
  });
  const load = vi.spyOn(process, 'getBuiltinModule').mockImplementation((): undefined => {
    process.emitWarning(notice, 'ExperimentalWarning');
    process.emitWarning('something else', 'ExperimentalWarning');
  });
  onTestFinished(() => {
    emit.mockRestore();
    load.mockRestore();
  });
  loadSqlite();
  process.emitWarning(notice, 'ExperimentalWarning');
  expect(heard).toEqual(['something else', notice]);
});

it('lets a command say nothing that it does not mean to say, on every Node', async () => {
  const module = pathToFileURL(join(import.meta.dirname, '../../src/kit/load-sqlite.ts'));
  const script = `import { loadSqlite } from '${module}'; new (loadSqlite().DatabaseSync)(':memory:').close();`;
  const { stderr } = await execa(process.execPath, ['--input-type=module', '-e', script]);
  expect(stderr).toBe('');
});

it('gives a module that works', () => {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(':memory:');
  expect(database.prepare('SELECT 1 AS one').get()).toMatchObject({ one: 1 });
  database.close();
});
