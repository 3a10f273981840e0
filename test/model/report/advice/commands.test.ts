import { expect, it } from 'vitest';
import { withFolder } from '../../../../src/model/report/advice/commands.ts';

it.each([
  ['Run cyclectl rollout stop eu-1 -e local.', 'Run cyclectl rollout stop eu-1 -C to/it -e local.'],
  ['Run cyclectl resume --status -e prod', 'Run cyclectl resume --status -C to/it -e prod'],
  ['Run cyclectl plan -C other -e prod', 'Run cyclectl plan -C other -e prod'],
  ['Run cyclectl plan', 'Run cyclectl plan'],
])('adds the folder to the command of "%s" that has none', (text, expected) => {
  expect(withFolder(text, 'to/it')).toBe(expected);
  expect(withFolder(text)).toBe(text);
});
