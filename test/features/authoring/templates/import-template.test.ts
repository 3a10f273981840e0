import { describe, expect, it } from 'vitest';
import { type Emulator, openEmulator } from '../../../../src/emulator/emulator.ts';
import type { Choices } from '../../../../src/emulator/world/choices.ts';
import type { World } from '../../../../src/emulator/world/file/world.ts';
import { loadCycleFile } from '../../../../src/engine/cycle-file/load-cycle-files.ts';
import { formatCycleFile } from '../../../../src/engine/cycle-file/order-keys.ts';
import { listUnfinished } from '../../../../src/engine/run/journal/list-unfinished.ts';
import { checkImportedTemplate } from '../../../../src/features/authoring/templates/check-imported-template.ts';
import { exportTemplate } from '../../../../src/features/authoring/templates/export-template.ts';
import {
  importTemplate,
  observeBeforeImport,
  type TemplateRequest,
} from '../../../../src/features/authoring/templates/import-template.ts';
import { formatUnfinishedWorkText } from '../../../../src/features/operations/resume/format-unfinished-work-text.ts';
import { listUnfinishedWork } from '../../../../src/features/operations/resume/list-unfinished-work.ts';
import { templatesKey, toTemplateAddress } from '../../../../src/model/address.ts';
import { toBlobFileName } from '../../../../src/model/desired/cycle-file/cycle-file.ts';
import type { StoreWriter } from '../../../../src/model/ports.ts';
import type { RunRecord } from '../../../../src/model/state/run.ts';
import { plainPaint } from '../../../../src/reports/text/paint.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { quickstartWorld } from '../../../emulator/support/worlds.ts';
import { makeMortal } from '../../../faults/deaths/death.ts';
import { type Tap, tapPort } from '../../../faults/tap-ports.ts';
import { openOnEmulator, type Rig } from '../../../service/open-for-test.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import { openFixture } from '../../../worlds/fixture.ts';
import { makeSession } from '../../../worlds/make-session.ts';
import { makeClock, openFiles } from '../../../worlds/test-ports.ts';

const name = 'Contacts, brought';
const path = 'templates/contacts.cycle.json';

type Console = { readonly emulator: Emulator; readonly rig: Rig; readonly store: StoreWriter };

async function openConsole(
  options: {
    readonly seed?: number;
    readonly choices?: Partial<Choices>;
    readonly world?: World;
  } = {},
): Promise<Console> {
  const emulator = await openEmulator({ world: quickstartWorld, ...options });
  closeAfterFile(() => emulator.close());
  const store = openSqliteStore({ file: ':memory:' });
  closeAfterFile(() => store.close());
  return { emulator, rig: await openOnEmulator(emulator), store };
}

/** The quickstart's template as a file, from a console with ids of its own. */
async function exportElsewhere(template = 'Contacts to Files'): Promise<TemplateRequest> {
  const { rig } = await openConsole({ seed: 77 });
  const made = await exportTemplate({ reader: rig.reader, templates: new Map() }, template);
  if ('refused' in made) throw new Error(made.refused[0]?.summary);
  const files = new Map([
    [path, formatCycleFile(made.document)],
    ...made.blobs.map(({ digest, text }) => [toBlobFileName(path, digest), text] as const),
  ]);
  const at = { file: path, line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' };
  const { loaded } = await loadCycleFile(openFiles(files), path, at);
  if (loaded === null) throw new Error('the file that was written cannot be read');
  return { name, loaded, sendAgain: false };
}

const record: RunRecord = {
  id: '20261122T000000000Z-aaaaaa',
  command: 'import',
  startedAt: '2026-11-22T00:00:00.000Z',
  author: { user: 'tester', host: 'here' },
  commit: null,
  approved: null,
  holder: 'holder',
  resumedAt: [],
  template: name,
  end: null,
};

const untapped: Tap = (_, go) => go();

function run({ emulator, rig, store }: Console, request: TemplateRequest, tap = untapped) {
  const ports = {
    reader: tapPort('reader', rig.reader, tap),
    writer: tapPort('writer', rig.writer, tap),
    store: tapPort('store', { ...store }, tap),
    templates: new Map<string, string>(),
    clock: makeClock(emulator),
  };
  return importTemplate({ ports, session: makeSession(), record, environment: 'local' }, request);
}

function countSent({ emulator }: Console): number {
  return emulator.requests().filter((each) => each.path === '/v1.0/cycles/import').length;
}

async function countMade({ rig }: Console): Promise<number> {
  const listed = await rig.reader.listTemplates();
  return listed.ok ? listed.value.filter((each) => each.name === name).length : -1;
}

async function readOpen({ store }: Console) {
  return (await store.readState(templatesKey)).creates.get(toTemplateAddress(name));
}

function plant({ emulator }: Console, action: 'drop-before' | 'drop-after'): void {
  emulator.control.plantFaults([{ path: '/v1.0/cycles/import', every: 1, do: action }]);
}

describe('a template of another console', () => {
  it('is made by one request, means the same, and is in the history', async () => {
    const here = await openConsole();
    const request = await exportElsewhere();
    const outcome = await run(here, request);
    expect(outcome).toMatchObject({ kind: 'made', isEarlier: false });
    const id = outcome.kind === 'made' ? outcome.id : null;
    expect(await checkImportedTemplate(here.rig.reader, id, request.loaded)).toEqual([]);
    expect([countSent(here), await countMade(here), await readOpen(here)]).toEqual([
      1,
      1,
      undefined,
    ]);
    const [noted] = await here.store.listRuns(1);
    expect(noted).toMatchObject({ command: 'import', template: name, end: { outcome: 'done' } });
  });

  it('is not made a second time under its name, and nothing is sent', async () => {
    const here = await openConsole();
    const request = await exportElsewhere();
    await run(here, request);
    for (const again of [request, { ...request, sendAgain: true }]) {
      const outcome = await run(here, again);
      expect(outcome).toMatchObject({
        kind: 'refused',
        diagnostics: [{ code: 'template-exists' }],
      });
    }
    expect([countSent(here), (await here.store.listRuns(9)).length]).toEqual([1, 1]);
  });

  it('is refused where the service lacks a release of it, with the name of each', async () => {
    const text = JSON.stringify(quickstartWorld).replaceAll('"3.1"', '"3.2"');
    const world: World = JSON.parse(text);
    const here = await openConsole({ world });
    const observation = await observeBeforeImport(
      { reader: here.rig.reader, store: here.store, templates: new Map() },
      await exportElsewhere(),
    );
    expect(observation).toMatchObject({
      kind: 'refused',
      diagnostics: [
        {
          code: 'cycle-file-target',
          summary: expect.stringContaining('Sample File Store of version 3.1'),
        },
      ],
    });
  });

  it('is reported where it came to mean something else on the way', async () => {
    const here = await openConsole();
    const request = await exportElsewhere();
    const other = await exportElsewhere('Orders to Files');
    const outcome = await run(here, { ...other, name });
    const id = outcome.kind === 'made' ? outcome.id : null;
    const [reported] = await checkImportedTemplate(here.rig.reader, id, request.loaded);
    expect(reported).toMatchObject({ code: 'kept-another-value', severity: 'error' });
  });

  it('is left to whoever holds the templates', async () => {
    const here = await openConsole();
    const request = await exportElsewhere();
    const { holder } = makeSession();
    await here.store.acquireLock(templatesKey, holder);
    const session = { ...makeSession(), isGone: () => false };
    const ports = { ...here, ...here.rig, templates: new Map(), clock: makeClock(here.emulator) };
    const outcome = await importTemplate({ ports, session, record, environment: 'local' }, request);
    expect(outcome).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'lock-held' }] });
    expect(countSent(here)).toBe(0);
  });
});

describe('an import whose answer is lost', () => {
  it('is looked up, and counts as done where the template is there', async () => {
    const here = await openConsole();
    plant(here, 'drop-after');
    expect(await run(here, await exportElsewhere())).toMatchObject({ kind: 'made' });
    expect([countSent(here), await countMade(here)]).toEqual([1, 1]);
  });

  it('is never sent again by itself, and once more where a person says so', async () => {
    const here = await openConsole();
    const request = await exportElsewhere();
    plant(here, 'drop-before');
    expect(await run(here, request)).toMatchObject({ kind: 'unknown' });
    const [noted] = await here.store.listRuns(1);
    expect(noted?.end?.outcome).toBe('partial');
    here.emulator.control.plantFaults([]);
    const sent = countSent(here);
    const again = await run(here, request);
    expect(again).toMatchObject({
      kind: 'refused',
      diagnostics: [{ code: 'template-import-open' }],
    });
    expect([countSent(here), await countMade(here)]).toEqual([sent, 0]);
    expect(await run(here, { ...request, sendAgain: true })).toMatchObject({ kind: 'made' });
    expect([countSent(here), await countMade(here), await readOpen(here)]).toEqual([
      sent + 1,
      1,
      undefined,
    ]);
  });

  it('that made a draft, which no list has, is not made once more', async () => {
    const here = await openConsole({ choices: { importedTemplate: 'draft' } });
    const request = await exportElsewhere();
    const first = await run(here, request);
    expect(first).toMatchObject({ kind: 'made', isEarlier: false });
    const id = first.kind === 'made' ? first.id : null;
    expect(await run(here, request)).toMatchObject({
      kind: 'refused',
      diagnostics: [{ code: 'template-exists', summary: expect.stringContaining(`(${id})`) }],
    });
    expect(countSent(here)).toBe(1);
    here.emulator.control.console({ promote: { template: name } });
    expect(await run(here, request)).toMatchObject({ kind: 'made', id, isEarlier: true });
    expect([countSent(here), await readOpen(here)]).toEqual([1, undefined]);
  });

  it('is not taken for nothing where what it made is a draft, and is found once that is live', async () => {
    const here = await openConsole({ choices: { importedTemplate: 'draft' } });
    const request = await exportElsewhere();
    plant(here, 'drop-after');
    expect(await run(here, request)).toMatchObject({ kind: 'unknown' });
    here.emulator.control.plantFaults([]);
    expect(await run(here, request)).toMatchObject({ kind: 'refused' });
    here.emulator.control.console({ promote: { template: name } });
    expect(await run(here, request)).toMatchObject({ kind: 'made', isEarlier: true });
    expect([countSent(here), await countMade(here), await readOpen(here)]).toEqual([
      1,
      1,
      undefined,
    ]);
  });
});

it('an import that has no known end is shown with what a person does', async () => {
  const fixture = await openFixture({ manifests: {} });
  const { environment } = await fixture.open();
  const begunAt = '2026-11-22T00:00:00.000Z';
  const address = toTemplateAddress(name);
  const intent = {
    address,
    kind: 'template',
    idsBefore: [],
    connectorIdsBefore: [],
    begunAt,
  } as const;
  await fixture.store.update({ account: templatesKey, openCreates: [intent] });
  await fixture.store.saveRun(record);
  const keys = new Set<string>();
  const checked = { store: fixture.store, keys, isGone: () => true };
  const work = await listUnfinishedWork({ ...checked, environment });
  const shown = formatUnfinishedWorkText(work, plainPaint).replaceAll(/\s+/g, ' ');
  expect(shown).toContain(`Needs manual action _templates/${name} started ${begunAt}`);
  expect(shown).toContain('Run its cyclectl import FILE --as-template NAME again');
  expect(shown).toContain('import by tester on here was interrupted');
  const reported = await listUnfinished(fixture.store, { ...checked, ids: new Set(), place: {} });
  expect(reported.map(({ summary }) => summary)).toEqual([
    `The template import ${record.id}, started ${begunAt} by tester on here, was interrupted`,
  ]);
});

it('an import is sent once, wherever it died, and the next call finds what it made', async () => {
  const request = await exportElsewhere();
  for (let nth = 0, isOver = false; !isOver; nth += 1) {
    const here = await openConsole();
    const mortal = makeMortal(nth);
    const ended = run(here, request, mortal.tap).then(() => 'ended');
    isOver = (await Promise.race([ended, mortal.death])) === 'ended';
    const sent = countSent(here);
    const next = await run(here, request);
    // Between the note and the request nobody can say whether it was sent: a person does.
    const isOpen = mortal.last() === 'store update' && sent === 0;
    const after = [next.kind, await countMade(here), countSent(here)];
    if (isOpen) expect(after).toEqual(['refused', 0, 0]);
    else expect(after.slice(1), `after ${mortal.last()}`).toEqual([1, 1]);
  }
}, 60_000);
