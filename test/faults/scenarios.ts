import { openFileCycle } from '../worlds/cases/open-file-cycle.ts';
import { nameTemplate, openReplacing, replaced } from '../worlds/cases/replace.ts';
import { buildFile, openBuilt } from '../worlds/cases/replace-file.ts';
import type { TestFixture } from '../worlds/fixture.ts';
import { applyAll, editManifest, openQuickstart } from '../worlds/quickstart.ts';
import { type AccountPicture, drawService } from './picture.ts';

/** An apply that tests break in many ways, from the same beginning each time. */
export type Scenario = {
  readonly place: TestFixture;
  /** Brings service, store and manifests to where the apply begins. */
  begin(): Promise<void>;
  /** States as which cycles may run afterwards; left out where none ran before. */
  readonly runsAs?: readonly (readonly AccountPicture[])[];
  /** True if all its cycles replace each other, so that no two of them run together. */
  readonly runsAlone?: true;
};

/** The quickstart's first apply, on a service that has nothing. */
export async function openFirstApply(): Promise<Scenario> {
  const place = await openQuickstart();
  return {
    place,
    begin: async () => {
      place.emulator.control.reset();
      place.loseStore();
    },
  };
}

/** First apply of a template with connectors of its own, whose steps need a new binding. */
export async function openFreshInstallation(): Promise<Scenario> {
  const scenario = await openFirstApply();
  const { manifests } = scenario.place;
  manifests.delete('accounts/contoso.yaml');
  const text = manifests.get(file) ?? '';
  manifests.set(file, `${text.slice(0, text.indexOf('  cycles:'))}${filesApart}`);
  return scenario;
}

/** A first apply whose cycle is made from a file. */
export async function openFirstImport(): Promise<Scenario> {
  const place = await openFileCycle();
  return {
    place,
    begin: async () => {
      place.emulator.control.reset();
      place.loseStore();
    },
  };
}

const filesApart = `  cycles:
    apart:
      from: {template: Files Apart}
      displayName: Files apart
      state: active
      schedule: {every: 15m}
`;

const file = 'accounts/northwind.yaml';
const edits = [
  { from: 'variables: {region: emea}', to: 'variables: {region: apac}' },
  { from: 'list: {option: Customers}', to: 'list: {option: Leads}' },
  { from: 'Contact.Name: {step: Get contact, field: Name}', to: 'Contact.Name: Nobody' },
  { from: 'displayName: Contacts to files', to: 'displayName: Contacts to all files' },
  { from: '{every: 15m, startAt', to: '{every: 30m, startAt' },
] as const;
const undoing = edits.map(({ from, to }) => ({ from: to, to: from }));

/** An apply that edits every part of a running cycle, in one pause window. */
export async function openRunningEdit(): Promise<Scenario> {
  const place = await openQuickstart();
  await place.apply();
  const old = drawService(place.emulator);
  for (const edit of edits) editManifest(place, 'northwind', edit);
  await place.apply();
  const edited = drawService(place.emulator);
  return {
    place,
    runsAs: [old, edited],
    begin: async () => {
      for (const edit of undoing) editManifest(place, 'northwind', edit);
      await place.apply();
      for (const edit of edits) editManifest(place, 'northwind', edit);
    },
  };
}

/** An apply that replaces a running cycle by one from another template. */
export async function openReplacement(): Promise<Scenario> {
  const place = await openReplacing();
  const draw = () => drawService(place.emulator);
  const old = draw();
  nameTemplate(place, replaced.after);
  await applyAll(place);
  return {
    place,
    runsAs: [old, draw()],
    runsAlone: true,
    begin: async () => {
      place.emulator.control.reset();
      place.loseStore();
      nameTemplate(place, replaced.before);
      await place.apply();
      nameTemplate(place, replaced.after);
    },
  };
}

/** An apply that replaces a running cycle by an import of its file, which has another structure by now. */
export async function openRebuilding(): Promise<Scenario> {
  const place = await openBuilt();
  const old = drawService(place.emulator);
  buildFile(place, 1);
  await applyAll(place);
  return {
    place,
    runsAs: [old, drawService(place.emulator)],
    runsAlone: true,
    begin: async () => {
      place.emulator.control.reset();
      place.loseStore();
      buildFile(place, 0);
      await place.apply();
      buildFile(place, 1);
    },
  };
}
