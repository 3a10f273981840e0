import { openFileCycle } from '../worlds/cases/open-file-cycle.ts';
import { nameTemplate, openReplacing, replaced } from '../worlds/cases/replace.ts';
import { buildFile, openBuilt } from '../worlds/cases/replace-file.ts';
import type { TestFixture } from '../worlds/fixture.ts';
import { applyAll, editManifest, openQuickstart } from '../worlds/quickstart.ts';
import { type AccountPicture, drawService } from './picture.ts';

/** An apply that tests break in many ways, from the same beginning each time. */
export type Scenario = {
  readonly fixture: TestFixture;
  /** Brings service, store and manifests to where the apply begins. */
  begin(): Promise<void>;
  /** States as which cycles may run afterwards; left out where none ran before. */
  readonly runsAs?: readonly (readonly AccountPicture[])[];
  /** True if all its cycles replace each other, so that no two of them run together. */
  readonly runsAlone?: true;
};

/** The quickstart's first apply, on a service that has nothing. */
export async function openFirstApply(): Promise<Scenario> {
  const fixture = await openQuickstart();
  return {
    fixture,
    begin: async () => {
      fixture.emulator.control.reset();
      fixture.loseStore();
    },
  };
}

/** First apply of a template with connectors of its own, whose steps need a new binding. */
export async function openFreshInstallation(): Promise<Scenario> {
  const scenario = await openFirstApply();
  const { manifests } = scenario.fixture;
  manifests.delete('accounts/contoso.yaml');
  const text = manifests.get(file) ?? '';
  manifests.set(file, `${text.slice(0, text.indexOf('  cycles:'))}${filesApart}`);
  return scenario;
}

/** A first apply whose cycle is made from a file. */
export async function openFirstImport(): Promise<Scenario> {
  const fixture = await openFileCycle();
  return {
    fixture,
    begin: async () => {
      fixture.emulator.control.reset();
      fixture.loseStore();
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
  const fixture = await openQuickstart();
  await fixture.apply();
  const old = drawService(fixture.emulator);
  for (const edit of edits) editManifest(fixture, 'northwind', edit);
  await fixture.apply();
  const edited = drawService(fixture.emulator);
  return {
    fixture,
    runsAs: [old, edited],
    begin: async () => {
      for (const edit of undoing) editManifest(fixture, 'northwind', edit);
      await fixture.apply();
      for (const edit of edits) editManifest(fixture, 'northwind', edit);
    },
  };
}

/** An apply that replaces a running cycle by one from another template. */
export async function openReplacement(): Promise<Scenario> {
  const fixture = await openReplacing();
  const draw = () => drawService(fixture.emulator);
  const old = draw();
  nameTemplate(fixture, replaced.after);
  await applyAll(fixture);
  return {
    fixture,
    runsAs: [old, draw()],
    runsAlone: true,
    begin: async () => {
      fixture.emulator.control.reset();
      fixture.loseStore();
      nameTemplate(fixture, replaced.before);
      await fixture.apply();
      nameTemplate(fixture, replaced.after);
    },
  };
}

/** An apply that replaces a running cycle by an import of its file, which has another structure by now. */
export async function openRebuilding(): Promise<Scenario> {
  const fixture = await openBuilt();
  const old = drawService(fixture.emulator);
  buildFile(fixture, 1);
  await applyAll(fixture);
  return {
    fixture,
    runsAs: [old, drawService(fixture.emulator)],
    runsAlone: true,
    begin: async () => {
      fixture.emulator.control.reset();
      fixture.loseStore();
      buildFile(fixture, 0);
      await fixture.apply();
      buildFile(fixture, 1);
    },
  };
}
