import { expect, it } from 'vitest';
import { fleet, indexTexts } from '../../index/fleet-texts.ts';

async function listMistakes(rollout: string): Promise<readonly string[]> {
  const written = `${fleet.trimEnd()}\n  rollout: {waves: [{name: pilot, count: 1}], ${rollout}}\n`;
  const { index } = await indexTexts({ 'fleets/customers.yaml': written });
  return index.diagnostics.map(({ summary, remedy }) => `${summary}. ${remedy}`);
}

it('advises quotes for no number whose text has the wrong form too', async () => {
  expect(await listMistakes('gate: {evidence: 80, within: 26h}')).toEqual([
    'evidence is a number; it must be text. Write a percentage such as 80%.',
  ]);
});

it.each([1.5, 80.5, true])(
  'advises a number or a percentage for a budget of %s',
  async (budget) => {
    expect(await listMistakes(`budget: ${budget}`)).toEqual([
      `budget cannot be ${budget}. Write a number such as 3, or a percentage such as 2%.`,
    ]);
  },
);

it('says why a budget is less than 100%', async () => {
  expect(await listMistakes('budget: 99%')).toEqual([]);
  expect(await listMistakes('budget: 100%')).toEqual([
    'budget is "100%"; it must be a number, or a percentage from 0% to 99%: with 100%, no rollout would stop. Write a number such as 3, or a percentage such as 2%.',
  ]);
});
