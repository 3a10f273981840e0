import { expect, it } from 'vitest';
import { runGroup } from '../../../src/kit/tasks/run-group.ts';

const shell = (script: string, timeoutMs: number, onErrorOutput?: () => void) =>
  runGroup({
    file: '/bin/sh',
    args: ['-c', script],
    environment: { PATH: '/usr/bin:/bin' },
    maxBytes: 1000,
    timeoutMs,
    ...(onErrorOutput === undefined ? {} : { onErrorOutput }),
  });

it('gives the output of a program', async () => {
  expect(await shell('printf hello', 20_000)).toEqual({
    kind: 'output',
    bytes: new TextEncoder().encode('hello'),
  });
});

it.each([
  ['stdout', 'setsid sleep 60 & printf hello'],
  ['stderr', 'setsid sleep 60 >/dev/null & printf hello'],
])('ends in time although a child that left the group holds %s', async (_what, script) => {
  expect(await shell(script, 300, () => undefined)).toEqual({ kind: 'timed-out' });
});
