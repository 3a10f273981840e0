import { expect, it } from 'vitest';
import { closeIfFailing } from '../../../src/kit/tasks/close-if-failing.ts';

it('closes what was opened if the next step fails, and reports that step alone', async () => {
  let closed = 0;
  const opened = {
    close: async () => {
      closed += 1;
      throw new Error('closing failed too');
    },
  };
  const failing = closeIfFailing(opened, async () => {
    throw new Error('the step failed');
  });
  await expect(failing).rejects.toThrow('the step failed');
  expect(closed).toBe(1);
  expect(await closeIfFailing(opened, async () => 'done')).toBe('done');
  expect(closed).toBe(1);
});
