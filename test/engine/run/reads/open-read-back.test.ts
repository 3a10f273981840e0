import { expect, it } from 'vitest';
import { openReadBack } from '../../../../src/engine/run/reads/open-read-back.ts';
import type { RemoteId } from '../../../../src/model/live/live.ts';
import type { ServiceReader, ServiceWriter } from '../../../../src/model/ports.ts';

const [account, cycle, other, step, later] = ['1', '2', '3', '4', '5'] as readonly string[] as [
  RemoteId,
  RemoteId,
  RemoteId,
  RemoteId,
  RemoteId,
];

/** Reads and writes that answer at once, and the reads that were sent. */
function open(writes: { readonly wait?: Promise<void> } = {}) {
  const sent: string[] = [];
  const any = (answer: (name: string, ids: readonly string[]) => Promise<unknown>) =>
    new Proxy(
      {},
      {
        get:
          (_, name) =>
          (...ids: string[]) =>
            answer(String(name), ids),
      },
    );
  const names = [
    'listCycles',
    'listSteps',
    'listSources',
    'listVariables',
    'listMappings',
  ] as const;
  const source = any(async (name, ids) => {
    sent.push([name, ...ids].join(' '));
    return { ok: true, value: [sent.length] };
  }) as ServiceReader;
  const reader = Object.fromEntries(names.map((name) => [name, source[name]]));
  const writer = any(async () => {
    await writes.wait;
    return { ok: true, value: null };
  });
  const opened = openReadBack({
    reader: reader as unknown as ServiceReader,
    writer: writer as ServiceWriter,
  });
  return { ...opened, sent };
}

it('sends a read again after a write that may have changed it, and no other one', async () => {
  const { reader, writer, sent } = open();
  const readAll = async (): Promise<readonly string[]> => {
    const from = sent.length;
    await Promise.all([
      reader.listCycles(account),
      reader.listSteps(account, cycle),
      reader.listVariables(account, cycle),
      reader.listVariables(account, other),
      reader.listMappings(account, step, 'fields'),
      reader.listSources(account, later),
    ]);
    return sent.slice(from);
  };
  expect(await readAll()).toHaveLength(6);
  expect(await readAll()).toEqual([]);
  await writer.writeVariables({ account, cycle }, []);
  expect(await readAll()).toEqual(['listVariables 1 2']);
  await writer.deactivateCycle(account, cycle);
  // Others may rebuild it until it is drained.
  expect(await readAll()).toEqual(['listCycles 1', 'listSteps 1 2', 'listVariables 1 2']);
});

it('asks for the sources of every step after a step has another connector', async () => {
  const { reader, writer, sent } = open();
  await reader.listSources(account, later);
  await writer.bindStep({ account, cycle }, step, '9' as RemoteId);
  await reader.listSources(account, later);
  expect(sent).toEqual(['listSources 1 5', 'listSources 1 5']);
});

it('keeps no answer of a read that began before the end of a write', async () => {
  let end = (): void => undefined;
  const wait = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { reader, writer, sent } = open({ wait });
  const writing = writer.writeVariables({ account, cycle }, []);
  await reader.listVariables(account, cycle);
  end();
  await writing;
  await reader.listVariables(account, cycle);
  expect(sent).toHaveLength(2);
});
