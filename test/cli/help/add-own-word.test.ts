import { expect, it } from 'vitest';
import { startInProcess } from '../../support/run-in-process.ts';

async function readError(...argv: readonly string[]): Promise<string> {
  return (await startInProcess({ directory: '.', environment: {} }, ...argv).ended).stderr;
}

it.each([
  [['apply', '--auto-approve'], '(Write --yes.)'],
  [['apply', '-auto-approve'], '(Write --yes.)'],
  [['plan', '--target', 'northwind'], '(Write --select account=NAME.)'],
  [['plan', '--env=prod'], '(Write --environment NAME.)'],
  [['plan', '-o', 'json'], '(Write --format json.)'],
  [['plan', '-out', 'x'], '(Write --out FILE.)'],
  [['apply', '--dry-run'], '(Write cyclectl plan, which changes nothing.)'],
  [['destroy', '-target=northwind'], '(Write the address as an argument.)'],
  [['plan', 'northwind'], '(Select accounts with --select account=NAME.)'],
] as const)('a user of another tool is told what cyclectl calls %j', async (argv, hint) => {
  const said = await readError(...argv);
  expect(said).toContain(hint);
  expect(said).toMatch(/Run cyclectl \w+ --help for usage\.$/);
});

it('a misspelt option is corrected once', async () => {
  expect(await readError('plan', '--ot', 'x')).toBe(
    "error: unknown option '--ot'\n(Did you mean --out?)\nRun cyclectl plan --help for usage.",
  );
});

it.each([
  [['apply', '--out', 'x']],
  [['status', '-out', 'x']],
  [['apply', '--detailed-exitcode']],
  [['destroy', '--auto-approve']],
  [['init', '--dry-run']],
] as const)('no option that the command lacks is advised for %j', async (argv) => {
  const said = await readError(...argv);
  expect(said).toContain('unknown option');
  expect(said).not.toContain('(Write');
});
