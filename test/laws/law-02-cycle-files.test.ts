import { expect, it } from 'vitest';
import { openEmulator } from '../../src/emulator/emulator.ts';
import type { Choices } from '../../src/emulator/world/choices.ts';
import type { World } from '../../src/emulator/world/file/world.ts';
import { makeCycleFile } from '../../src/engine/cycle-file/export/make-cycle-file.ts';
import { makeImport } from '../../src/engine/cycle-file/import/make-import.ts';
import type { ImportTarget } from '../../src/engine/cycle-file/import/resolve-steps.ts';
import { formatCycleFile } from '../../src/engine/cycle-file/order-keys.ts';
import { parseCycleFile } from '../../src/engine/cycle-file/parse-cycle-file.ts';
import { isJsonObject, type JsonObject, readMember, toList } from '../../src/kit/json/json.ts';
import type {
  FileConnector,
  LoadedCycleFile,
} from '../../src/model/desired/cycle-file/cycle-file.ts';
import type { ConnectorRelease } from '../../src/model/live/live.ts';
import type { ConnectorMethod } from '../../src/model/live/method.ts';
import { openOnEmulator, type Rig, take } from '../service/open-for-test.ts';
import { drawWorld } from '../worlds/generate/generate-world.ts';
import { checkLaw } from '../worlds/laws/check-law.ts';
import { exportChoices } from '../worlds/laws/scenario.ts';

const law =
  'a cycle file that is imported into another service and exported there is the same file';
const account = 'northwind';

it(law, async () => {
  const trial = { law, file: 'test/laws/law-02-cycle-files.test.ts', runs: 8, seed: 2 };
  await checkLaw(trial, async (draw, note) => {
    const world = drawWorld(draw);
    note(JSON.stringify(world));
    const choices = Object.assign({}, ...draw.some(exportChoices, 30));
    note(JSON.stringify(choices));
    const [here, there] = [await open(world, choices, 11), await open(world, choices, 12)];
    for (const template of take(await here.reader.listTemplates())) {
      const made = take(await here.writer.installTemplate(account, template.id));
      const file = await exportFile(here, made.id);
      const target = await readPlace(there, file);
      const imported = makeImport(file, target);
      if (imported.kind === 'lacking') throw new Error(JSON.stringify(imported.diagnostics));
      const copy = take(await there.writer.importCycle(account, imported.raw));
      expect(copy).toMatchObject({ status: 'Paused', templateId: null });
      expect(withoutSecrets((await exportFile(there, copy.id)).text)).toBe(
        withoutSecrets(file.text),
      );
    }
  });
}, 120_000);

async function open(world: World, choices: Partial<Choices>, seed: number): Promise<Rig> {
  const emulator = await openEmulator({ world, choices, seed, frozenAt: '2026-12-01T05:00:00Z' });
  const rig = await openOnEmulator(emulator);
  take(await rig.writer.createAccount(account, { name: 'Northwind' }));
  return rig;
}

async function exportFile(
  rig: Rig,
  cycle: string,
): Promise<LoadedCycleFile & { readonly text: string }> {
  const made = makeCycleFile(take(await rig.reader.exportCycle(account, cycle)));
  if (made.kind !== 'made') throw new Error(made.says);
  expect(made.unresolvedIds).toEqual([]);
  const text = formatCycleFile(made.document);
  const { file, diagnostics, spanOf } = parseCycleFile('x.cycle.json', text);
  if (file === null) throw new Error(JSON.stringify(diagnostics));
  const blobs = new Map(made.blobs.map((blob) => [blob.digest, blob.text]));
  return { path: 'x.cycle.json', file, blobs, spanOf, text };
}

// Where a secret stood nothing is imported: the manifest gives it.
function withoutSecrets(text: string): string {
  const document = JSON.parse(text) as JsonObject;
  const steps = toList(document.Steps).map((step) => ({
    ...(step as JsonObject),
    CycleParameters: toList(readMember(step, 'CycleParameters')).filter(
      (mapping) => !isJsonObject(readMember(mapping, 'Value')),
    ),
  }));
  return formatCycleFile({ ...document, Steps: steps });
}

/** What the service has, with a connector installed for each slot as a manifest would. */
async function readPlace(
  { reader, writer }: Rig,
  { file }: LoadedCycleFile,
): Promise<ImportTarget> {
  const releases = take(await reader.listCatalog(null));
  const offered = await Promise.all(
    releases.map(
      async (release): Promise<readonly [ConnectorRelease, readonly ConnectorMethod[]]> => [
        release,
        take(await reader.listMethods({ kind: 'release', id: release.id }, null)),
      ],
    ),
  );
  const findRelease = (connector: FileConnector) => {
    const found = offered.find(
      ([release]) => release.name === connector.name && release.version === connector.version,
    );
    return found === undefined ? null : { release: found[0], methods: found[1] };
  };
  const installed = take(await reader.listConnectors(account));
  const connectors = new Map<string, { readonly id: string; readonly name: string }>();
  for (const connector of file.steps.flatMap((step) => step.connector ?? [])) {
    const { slot, version } = connector;
    if (connectors.has(slot)) continue;
    const name = `${slot} of ${version}`;
    const releaseId = findRelease(connector)?.release.id ?? '';
    const found =
      installed.find((each) => each.name === name) ??
      take(await writer.installConnector(account, { releaseId, name, properties: [] }));
    connectors.set(slot, { id: found.id, name });
  }
  return { name: file.name, tags: [], findRelease, connectors };
}
