import { expect, it } from 'vitest';
import { copyExample, type Project } from '../support/run-cyclectl.ts';
import { runOnOneLine } from '../support/run-on-one-line.ts';
import { openHeldProject } from './open-held-project.ts';
import { pinLines } from './pin-lines.ts';

type Planned = {
  readonly plan: {
    readonly operations: readonly {
      readonly id: string;
      readonly address: string;
      readonly action: object;
      readonly repeat: string;
      readonly after: readonly string[];
    }[];
  };
};

/** Operations of a plan: the id, what it is made from, and what it waits for. */
async function listOperations(
  project: Project,
  ...args: readonly string[]
): Promise<readonly string[]> {
  const { exitCode, stdout, text } = await runOnOneLine(
    project,
    'plan',
    ...args,
    '--format',
    'json',
  );
  expect(exitCode, text).toBe(0);
  const { accounts } = JSON.parse(stdout) as { readonly accounts: readonly Planned[] };
  return accounts.flatMap(({ plan }) =>
    plan.operations.map(({ id, address, action, repeat, after }) =>
      [id, address, JSON.stringify(action), repeat, 'after', ...after].join(' '),
    ),
  );
}

it('keeps the ids of the operations that make the quickstart', async () => {
  await pinLines('operations/quickstart', await listOperations(await copyExample('quickstart')));
});

it('keeps the ids of updates, a delete and a replacement', async () => {
  const allowed = ['--allow-deletes', '2', '--allow-replace'];
  await pinLines('operations/held', await listOperations(await openHeldProject(), ...allowed));
});
