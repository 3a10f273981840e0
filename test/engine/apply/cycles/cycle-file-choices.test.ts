import { expect, it } from 'vitest';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { openFileCycle } from '../../../worlds/cases/open-file-cycle.ts';
import { applyAll, listLeft, listReported, readLive } from '../../../worlds/quickstart.ts';

it.each([
  [{ exportNumbers: 'other' }],
  [{ exportedSlot: 'installed' }],
  [{ exportedSlot: 'connector' }],
  [{ exportedConnectors: 'large' }],
  [{ exportedDescription: 'absent' }],
  [{ exportedValues: "the template's" }],
] as const)(
  'a cycle of a file is imported, and nothing is left to do, where the service exports with %j',
  async (choices) => {
    const fixture = await openFileCycle({ choices });
    const outcomes = await applyAll(fixture);
    expect(listReported(outcomes)).toEqual([]);
    expect(outcomes.every(isSuccess)).toBe(true);
    expect(readLive(fixture, 'northwind').cycles).toMatchObject([{ status: 'Active' }]);
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect((await fixture.drift())[0]).toMatchObject({ items: [], manifestMoved: 0 });
  },
);

it.each([403, 404, 405] as const)(
  'a cycle of a file stays paused where the service answers %i to its export, and the message says what it needs',
  async (cycleExport) => {
    const fixture = await openFileCycle({ choices: { cycleExport } });
    expect(listReported(await applyAll(fixture))).toContainEqual(
      expect.objectContaining({
        summary: 'northwind/cycles/contacts was imported but could not be read',
        detail: expect.stringContaining(`${cycleExport} `),
        remedy: expect.stringContaining('A cycle file needs the export of the service'),
      }),
    );
    await applyAll(fixture);
    expect(readLive(fixture, 'northwind').cycles).toMatchObject([{ status: 'Paused' }]);
  },
);
