import { expect, it } from 'vitest';
import { copyExample } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import { fleet } from '../rollout-project.ts';

const mistakes = [
  ['{from: "25:00", to: "05:00"}', /customers\.yaml:\d+:\d+.*must be a time from 00:00 to 23:59/],
  ['{from: "22:00", to: "5:00"}', /customers\.yaml:\d+:\d+.*must be a time from 00:00 to 24:00/],
  ['{from: "24:00", to: "05:00"}', /must be a time from 00:00 to 23:59/],
  ['{days: [funday], from: "22:00", to: "05:00"}', /customers\.yaml:\d+:\d+.*mon, tue/],
  ['{days: [], from: "22:00", to: "05:00"}', /customers\.yaml:\d+:\d+/],
  ['{from: "22:00"}', /customers\.yaml:\d+:\d+.*to/],
  [
    '{from: "22:00", to: "22:00"}',
    /customers\.yaml:\d+:\d+.*The maintenance window from 22:00 to 22:00 has no minute.*\[window-empty\].*from 00:00 to 24:00/,
  ],
] as const;

it.each(mistakes)('refuses the window %s with its place', async (written, says) => {
  const project = await copyExample('fleet');
  const rollout = `  rollout:\n    waves: [{name: pilot, count: 1}]\n    windows:\n      - ${written}\n`;
  await project.edit(fleet, 'spec:\n', `spec:\n${rollout}`);
  const { exitCode, stdout, stderr } = await runInProcess(project, 'validate');
  const text = `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ');
  expect(text).toMatch(says);
  expect(exitCode).toBe(1);
});
