import { expect, it } from 'vitest';
import { addIgnored } from '../../../../../src/features/authoring/init/files/add-ignored.ts';

const lines = ['.cyclectl/', '/plan.json'];

it.each([
  ['', '.cyclectl/\n/plan.json\n'],
  ['node_modules\n', 'node_modules\n.cyclectl/\n/plan.json\n'],
  ['node_modules', 'node_modules\n.cyclectl/\n/plan.json\n'],
  ['node_modules\r\n*.log', 'node_modules\r\n*.log\r\n.cyclectl/\r\n/plan.json\r\n'],
  ['/.cyclectl\n', '/.cyclectl\n/plan.json\n'],
  ['  .cyclectl/  \r\nplan.json\r\n', '  .cyclectl/  \r\nplan.json\r\n'],
  ['# .cyclectl/\n', '# .cyclectl/\n.cyclectl/\n/plan.json\n'],
  ['!.cyclectl/\n', '!.cyclectl/\n.cyclectl/\n/plan.json\n'],
  ['\ufeff.cyclectl/\n', '\ufeff.cyclectl/\n/plan.json\n'],
])('what %j lacks is added at its end', (text, completed) => {
  const made = addIgnored(text, lines);
  expect(made.text).toBe(completed);
  expect(made.added.length === 0).toBe(text === completed);
  expect(addIgnored(made.text, lines)).toEqual({ text: completed, added: [] });
});
