import { expect, it } from 'vitest';
import { runApplyCommand } from '../../src/cli/commands/apply.ts';
import { copyExample } from './run-cyclectl.ts';
import { openTalk, optionsFor } from './talk-in-process.ts';

it('says as data that nothing was begun, where nobody could be asked', async () => {
  const { directory } = await copyExample('quickstart');
  const { context, out, said } = openTalk();
  expect(await runApplyCommand(context, { ...optionsFor(directory), format: 'json' })).toBe(1);
  expect(said()).toContain('there is nobody to ask');
  expect(JSON.parse(out())).toMatchObject({
    kind: 'apply',
    run: { notBegun: 'nobody-to-ask', summary: { accounts: 0 } },
    accounts: [],
  });
});
