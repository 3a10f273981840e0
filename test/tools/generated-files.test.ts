import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

test.each(['tools/make-types.ts', 'tools/make-docs.ts', 'tools/make-page.ts'])(
  'what %s generates is not stale',
  async (tool) => {
    const { exitCode, stderr } = await runTool(tool, '--check');
    expect(stderr).not.toMatch(/is stale|is missing/);
    expect(exitCode).toBe(0);
  },
);

test('a tool refuses an argument that it does not know', async () => {
  const { exitCode, stderr } = await runTool('tools/make-types.ts', '--chekc');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('unknown argument --chekc; the only one is --check');
});

async function runTool(tool: string, arg: string) {
  return execa(process.execPath, [tool, arg], { cwd: root, reject: false });
}
