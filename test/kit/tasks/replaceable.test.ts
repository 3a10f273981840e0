import { expect, it } from 'vitest';
import { Replaceable } from '../../../src/kit/tasks/replaceable.ts';

function openNamed(name: string, closed: string[]) {
  return {
    name,
    close: async () => {
      closed.push(name);
    },
  };
}

function failLoudly(error: unknown): void {
  throw error;
}

function makeGate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

it('lets each user keep the one that it began with, and closes it after the last', async () => {
  const closed: string[] = [];
  const resource = new Replaceable(openNamed('first', closed), failLoudly);
  const [left, right] = [makeGate(), makeGate()];
  const uses = [left, right].map((gate) =>
    resource.use(async ({ name }) => {
      await gate.passed;
      return name;
    }),
  );
  resource.replace(openNamed('second', closed));
  expect(await resource.use(async ({ name }) => name)).toBe('second');
  left.open();
  await uses[0];
  expect(closed).toEqual([]);
  right.open();
  expect(await Promise.all(uses)).toEqual(['first', 'first']);
  expect(closed).toEqual(['first']);
  await resource.close();
  expect(closed).toEqual(['first', 'second']);
});

it('waits at its end for the work in flight, also for work that fails', async () => {
  const closed: string[] = [];
  const resource = new Replaceable(openNamed('only', closed), failLoudly);
  const gate = makeGate();
  const used = resource.use(async () => {
    await gate.passed;
    throw new Error('failed');
  });
  const ended = resource.close().then(() => closed.push('ended'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(closed).toEqual([]);
  gate.open();
  await expect(used).rejects.toThrow('failed');
  await ended;
  expect(closed).toEqual(['only', 'ended']);
});

it('reports one that could not be closed, and goes on', async () => {
  const errors: unknown[] = [];
  const broken: { close(): Promise<void> } = {
    close: () => Promise.reject(new Error('lost')),
  };
  const resource = new Replaceable(broken, (error) => errors.push(error));
  resource.replace({ close: () => Promise.resolve() });
  await resource.close();
  expect(errors).toEqual([new Error('lost')]);
});
