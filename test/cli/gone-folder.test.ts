import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { programPath } from '../support/run-cyclectl.ts';

it('a missing working folder is reported as text and in the document', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cyclectl-gone-'));
  const script = 'rmdir "$PWD" && exec "$@"';
  const words = ['-c', script, 'sh', process.execPath, programPath, 'plan', '--format', 'json'];
  const { exitCode, stdout, stderr } = await execa('sh', words, { cwd: folder, reject: false });
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    'error: the working directory does not exist or cannot be entered. Change to an existing folder, or name one with -C.',
  );
  expect(JSON.parse(stdout)).toMatchObject({
    kind: 'refused',
    run: { diagnostics: [{ code: 'cannot-run' }] },
  });
});
