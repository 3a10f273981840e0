import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { nameFolder } from '../support/begin-project.ts';

const recipe = fileURLToPath(new URL('../../.github/recipe.sh', import.meta.url));

/** Reviews with a program that plans and does not come to the end of its rehearsal. */
async function review(code: number, reported: boolean) {
  const folder = await nameFolder('review');
  await mkdir(folder, { recursive: true });
  const reports = join(folder, 'reports');
  const program = join(folder, 'program');
  const script = `#!/bin/sh
case " $* " in
  *" rehearse "*) ${reported ? `echo rehearsed > "${reports}/rehearse.md"` : ':'}; exit ${code} ;;
  *" plan "*) echo planned > "${reports}/plan.md"; echo '{}' > "${reports}/cyclectl.plan" ;;
esac
`;
  await writeFile(program, script, { mode: 0o755 });
  const { exitCode, all } = await execa('sh', [recipe, 'review'], {
    cwd: folder,
    all: true,
    reject: false,
    env: {
      CYCLECTL: program,
      CYCLECTL_ENVIRONMENT: 'prod',
      CYCLECTL_REPORTS: reports,
      CYCLECTL_POST: 'false',
      CYCLECTL_REHEARSE: 'true',
      GITHUB_ACTIONS: undefined,
      GITHUB_STEP_SUMMARY: undefined,
    },
  });
  return { exitCode, all, comment: await readFile(join(reports, 'plan.md'), 'utf8') };
}

it.each([137, 1, 64, 0])(
  'a rehearsal that ends with code %i and no report fails the job, and is named below the plan',
  async (code) => {
    const { exitCode, all, comment } = await review(code, false);
    expect(exitCode, all).toBe(code === 0 ? 1 : code);
    expect(comment).toContain('planned');
    expect(comment).toContain(
      `**The plan could not be rehearsed**: cyclectl ended with code ${code}.`,
    );
  },
);

it.each([
  { code: 0, job: 0 },
  { code: 1, job: 0 },
  { code: 3, job: 3 },
  { code: 137, job: 137 },
])(
  'a rehearsal that ends with code $code and a report ends the job with $job',
  async ({ code, job }) => {
    const { exitCode, all, comment } = await review(code, true);
    expect(exitCode, all).toBe(job);
    expect(comment).toContain('rehearsed');
    expect(comment).not.toContain('could not be rehearsed');
  },
);
