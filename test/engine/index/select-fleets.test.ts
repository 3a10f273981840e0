import { expect, it } from 'vitest';
import { selectAccounts } from '../../../src/engine/index/select-accounts.ts';
import { checkSelection } from '../../../src/engine/validate/check-selection.ts';
import { parseSelection } from '../../../src/model/manifest/parse-selection.ts';
import { blueprint, indexTexts } from './fleet-texts.ts';

// north-2 has no cycle, by its override.

async function pick(environment: string, text: string, changed = blueprint) {
  const { index } = await indexTexts({ 'blueprints/sync.yaml': changed });
  expect(index.diagnostics).toEqual([]);
  const parsed = parseSelection([text]);
  if (!('selection' in parsed)) throw new Error(text);
  const { selection } = parsed;
  const found = checkSelection(selection, index.accounts, environment).map(({ remedy }) => remedy);
  const { entries } = selectAccounts(index.accounts, environment, selection);
  return { keys: entries.map(({ key }) => key), found, index };
}

it('selects rows by the cycles and connectors that their blueprint gives them', async () => {
  expect(await pick('prod', 'cycle=contacts')).toMatchObject({ keys: ['north-1', 'north-3'] });
  expect(await pick('prod', '!cycle=contacts')).toMatchObject({ keys: ['north-2'] });
  expect(await pick('prod', 'connector=Sample CRM,!account=north-1')).toMatchObject({
    keys: ['north-2', 'north-3'],
  });
});

it('keeps the names of equal rows once', async () => {
  const { index } = await pick('prod', 'cycle=contacts');
  const [first, other, third] = index.accounts.map(({ names }) => names);
  expect(first).toBe(third);
  expect(first).not.toEqual(other);
});

it('selects by what the environment has, and suggests nothing of another one', async () => {
  const changed = blueprint.replace('contacts: {state: paused}', 'contacts: null');
  expect(await pick('prod', 'cycle=contacts', changed)).toMatchObject({
    keys: ['north-1', 'north-3'],
    found: [],
  });
  expect(await pick('staging', 'cycle=contacts', changed)).toMatchObject({
    keys: [],
    found: ['No account in staging has a cycle.'],
  });
});
