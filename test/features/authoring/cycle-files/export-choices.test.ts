import { describe, expect, it } from 'vitest';
import type { Choices } from '../../../../src/emulator/world/choices.ts';
import { openRunContext } from '../../../../src/engine/run/open-run.ts';
import {
  type ExportedFile,
  exportCycle,
} from '../../../../src/features/authoring/cycle-files/export-cycle.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { applyAll, editManifest, openQuickstart } from '../../../worlds/quickstart.ts';

type Exported = Awaited<ReturnType<typeof exportCycle>>;

/** The export of a cycle whose manifest gives it other values than its template. */
async function exportFrom(choices: Partial<Choices>): Promise<Exported> {
  const fixture = await openQuickstart({ choices });
  await applyAll(fixture);
  return exportOf(fixture);
}

async function exportOf(fixture: TestFixture): Promise<Exported> {
  const { run } = await fixture.open();
  const named = { account: 'northwind', key: 'contacts-to-files' };
  return exportCycle(await openRunContext(run.context, null), run.entries, named);
}

function take(exported: Exported): ExportedFile {
  if ('refused' in exported) throw new Error(JSON.stringify(exported.refused));
  return exported;
}

describe('a cycle is exported to the same file', () => {
  it.each([
    [{ exportedSlot: 'installed' }],
    [{ exportedSlot: 'connector' }],
    [{ exportedDescription: 'absent' }],
  ] as const)('where the service exports it with %j', async (choices) => {
    const { document } = take(await exportFrom({}));
    expect(document).toHaveProperty('Description', 'Writes a file for each contact that changed.');
    expect(take(await exportFrom(choices)).document).toEqual(document);
  });

  it('where the service exports large opaque parts, which are files of their own', async () => {
    const few = take(await exportFrom({}));
    const large = take(await exportFrom({ exportedConnectors: 'large' }));
    const bare = ({ document }: ExportedFile) => ({ ...document, ExportedConnectors: [] });
    expect(bare(large)).toEqual(bare(few));
    expect(large.blobs).toHaveLength(few.blobs.length);
    for (const { text } of large.blobs) expect(text.length).toBeGreaterThan(256 * 1024);
  });

  it('but for the numbers, where the service has others than the assumed ones', async () => {
    const assumed = JSON.stringify(take(await exportFrom({})).document);
    const other = JSON.stringify(take(await exportFrom({ exportNumbers: 'other' })).document);
    const numbers = /("(?:\w+Type|\w+ErrorAction)":)[0-9]+/g;
    expect(other.replaceAll(numbers, '$1')).toBe(assumed.replaceAll(numbers, '$1'));
    expect(other).not.toBe(assumed);
  });
});

describe('a cycle is not exported', () => {
  it('where the export has the values of its template, and the first of them is named', async () => {
    const refused = await exportFrom({ exportedValues: "the template's" });
    expect(refused).toMatchObject({
      refused: [
        {
          code: 'unread',
          address: 'northwind/cycles/contacts-to-files',
          summary:
            'The export of the service is not this cycle: variables/region differs from the cycle itself',
        },
      ],
    });
  });

  it('where a number has the meaning of another kind of mapping', async () => {
    const refused = await exportFrom({ exportNumbers: 'shifted' });
    expect(refused).toMatchObject({
      refused: [
        {
          summary: expect.stringMatching(
            /not this cycle: steps\/.+ differs from the cycle itself$/,
          ),
        },
      ],
    });
  });

  it.each([
    [403, '403 forbidden'],
    [404, '404 not found'],
    [405, '405 refused'],
  ] as const)('where the service answers %i, which the message says', async (cycleExport, says) => {
    const refused = await exportFrom({ cycleExport });
    const summary = expect.stringContaining(`The cycle could not be exported: ${says} on GET`);
    expect(refused).toMatchObject({ refused: [{ code: 'unread', summary }] });
  });

  it('where the mappings that it is compared with cannot be read', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    // Without managed mappings, nothing but the export reads them.
    editManifest(fixture, 'northwind', {
      from: / {6}variables: [\s\S]*?(?= {4}contacts-to-mailer:)/,
      to: '',
    });
    fixture.emulator.control.plantFaults([
      { path: '/v1.0/steps/*/parameters', method: 'GET', do: 'status', status: 403 },
    ]);
    const summary = expect.stringContaining(
      'The cycle could not be compared with its export: 403 forbidden on GET /steps/',
    );
    expect(await exportOf(fixture)).toMatchObject({ refused: [{ code: 'unread', summary }] });
  });
});
