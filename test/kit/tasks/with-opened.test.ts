import { expect, it } from 'vitest';
import { withOpened } from '../../../src/kit/tasks/with-opened.ts';

function open(): { readonly opened: { close(): Promise<void> }; readonly closed: () => boolean } {
  let isClosed = false;
  const close = async () => {
    isClosed = true;
  };
  return { opened: { close }, closed: () => isClosed };
}

it('closes what it opened once it was used, and returns the result', async () => {
  const { opened, closed } = open();
  const result = await withOpened(Promise.resolve(opened), async (given) => {
    expect(given).toBe(opened);
    expect(closed()).toBe(false);
    return 'used';
  });
  expect([result, closed()]).toEqual(['used', true]);
});

it('closes what it opened if its use fails, and throws the error of the use', async () => {
  const { opened, closed } = open();
  const using = withOpened(Promise.resolve(opened), async () => {
    throw new Error('broken');
  });
  await expect(using).rejects.toThrow('broken');
  expect(closed()).toBe(true);
});
