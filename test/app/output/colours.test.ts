import { expect, it } from 'vitest';
import { toColourMode } from '../../../src/app/output/terminal.ts';
import { copyExample } from '../../support/run-cyclectl.ts';

it.each([
  { environment: {}, mode: 'auto' },
  { environment: { NO_COLOR: '' }, mode: 'auto' },
  { environment: { NO_COLOR: '0' }, mode: 'never' },
  { environment: { TERM: 'xterm' }, mode: 'auto' },
  { environment: { TERM: 'dumb' }, mode: 'never' },
  { environment: { TERM: 'dumb', FORCE_COLOR: '1' }, mode: 'always' },
  { environment: { FORCE_COLOR: '' }, mode: 'always' },
  { environment: { FORCE_COLOR: '1' }, mode: 'always' },
  { environment: { FORCE_COLOR: '3', NO_COLOR: '1' }, mode: 'always' },
  { environment: { FORCE_COLOR: '0' }, mode: 'never' },
  { environment: { FORCE_COLOR: 'false' }, mode: 'never' },
] as const)('$environment means $mode, and --no-color never', ({ environment, mode }) => {
  expect(toColourMode(['plan'], environment)).toBe(mode);
  expect(toColourMode(['plan', '--no-color'], environment)).toBe('never');
});

it('a pipe has colors if they are forced, and none by default or with --no-color', async () => {
  const esc = '\u001b[';
  expect((await (await copyExample('quickstart')).run('plan')).stdout).not.toContain(esc);
  const forced = await copyExample('quickstart', { FORCE_COLOR: '1' });
  expect((await forced.run('plan')).stdout).toContain(`${esc}1m`);
  expect((await forced.run('plan', '--no-color')).stdout).not.toContain(esc);
});
