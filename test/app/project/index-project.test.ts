import { expect, it } from 'vitest';
import { copyExample } from '../../support/run-cyclectl.ts';
import { runInProcess, runOnScreen } from '../../support/run-in-process.ts';

it('shows how many accounts of tables are read, whose number is not known before', async () => {
  const { exitCode, frames } = await runOnScreen(await copyExample('fleet'), 'validate');
  expect(exitCode).toBe(0);
  expect(frames).toContain('reading 1 account');
  expect(frames).toContain('reading 100 accounts');
});

it('shows how many files are read, of those that are asked about', async () => {
  const project = await copyExample('quickstart');
  const all = await runOnScreen(project, 'validate');
  expect(all.frames).toContain('reading 1/2 manifests');
  expect(all.last).toBe(null);
  const file = `${project.directory}/accounts/northwind.yaml`;
  const { frames } = await runOnScreen(project, 'validate', file);
  expect(frames).toContain('reading 0/1 manifests');
  expect(frames.join()).not.toContain('/2');
});

it('is shown by commands of the service before their requests, and counts no file twice', async () => {
  const { frames } = await runOnScreen(await copyExample('quickstart'), 'plan');
  const first = frames.findIndex((frame) => frame.startsWith('planning'));
  expect(first).toBeGreaterThan(0);
  expect(frames.slice(0, first)).toContain('reading 1/2 manifests');
  expect(frames.slice(first).join()).not.toContain('manifests');
  expect(frames.join()).not.toMatch(/reading 3/);
});

it('is nothing on a pipe', async () => {
  const { stderr } = await runInProcess(await copyExample('quickstart'), 'validate');
  expect(stderr).not.toContain('reading');
});
