import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';

import { loadSqlite } from '../../src/kit/load-sqlite.ts';

it('keeps the warning of Node 22 about the module from users, and no other warning', async () => {
  const module = pathToFileURL(join(import.meta.dirname, '../../src/kit/load-sqlite.ts'));
  const script = `
    import { loadSqlite } from '${module}';
    new (loadSqlite().DatabaseSync)(':memory:').close();
    process.emitWarning('mind the gap', 'ExperimentalWarning');
  `;
  const { stderr } = await execa(process.execPath, ['--input-type=module', '-e', script]);
  expect(stderr).toContain('mind the gap');
  expect(stderr).not.toContain('SQLite');
});

it('gives a module that works', () => {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(':memory:');
  expect(database.prepare('SELECT 1 AS one').get()).toMatchObject({ one: 1 });
  database.close();
});
