import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openRun } from '../../src/cli/open-run.ts';
import { openTalk, optionsFor } from './talk-in-process.ts';

const quickstart = optionsFor(fileURLToPath(new URL('../../examples/quickstart', import.meta.url)));

it('refuses a selection that is like no account, before anything is opened', async () => {
  const { context } = openTalk();
  const slip = await openRun(context, { ...quickstart, select: ['account=contosso'] });
  expect(slip).toMatchObject({
    refused: [{ code: 'selection-empty', remedy: 'Nearest names: "contoso".' }],
  });
  const right = await openRun(context, { ...quickstart, select: ['account=contoso'] });
  expect(right).toMatchObject({ selected: { entries: [{ key: 'contoso' }], skipped: 1 } });
});
